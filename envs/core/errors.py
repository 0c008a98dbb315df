"""The errors a user can cause. Each message is one clear sentence."""


class UserError(ValueError):
    """Bad input: an option, a file, a word on the command line.

    The message names the thing, the value that was given and what is allowed. The command
    line prints it without a traceback and exits with code 2.
    """


class IllegalActionError(UserError):
    """An action that the rules do not allow in the present position.

    The message names the action, the clause it breaks and the position.
    """
