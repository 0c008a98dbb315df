"""What all tests start from."""

import signal

# A shell starts what runs in its background with interruptions ignored, and the processes that
# tests start would ignore them too.
signal.signal(signal.SIGINT, signal.default_int_handler)
