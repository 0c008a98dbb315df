"""The word `chat:MODEL`, its template, the address of its server and the key."""

import re
from pathlib import Path

import pytest

from fudaba.agents import make_agent
from fudaba.agents.agent import identity_of
from fudaba.agents.bot_settings import BotSettings
from fudaba.agents.chat.key import ServerKey
from fudaba.agents.chat.prompt import Prompt
from fudaba.agents.chat.spec import ChatSpec
from fudaba.agents.naming import ALLOWED, CODE_FORMS, check_code, names_code
from fudaba.agents.titles import agent_title
from fudaba.envs import UserError, find_game

GAME = find_game("sevens_v0")
URL = "http://127.0.0.1:9/v1"
SETTINGS = BotSettings(chat_url=URL)
KEY = "sk-Secret-0123456789"


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("FUDABA_CHAT_URL", "FUDABA_CHAT_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)


def refusal(word: str, settings: BotSettings = SETTINGS) -> str:
    """Returns the sentence with which a word is refused, by both doors."""
    with pytest.raises(UserError) as refused:
        check_code(word, settings)
    with pytest.raises(UserError) as refused_too:
        make_agent(word, GAME, GAME.options(), settings)
    sentence = str(refused.value)
    assert sentence == str(refused_too.value)
    assert sentence.endswith((".", "?")) and "\n" not in sentence and sentence.isprintable()
    return sentence


def test_a_word_has_a_model_and_settings() -> None:
    assert ChatSpec.read("chat:qwen/qwen3:8b@q4=x") == ChatSpec("qwen/qwen3:8b@q4=x")
    long = ChatSpec.read("chat:m,url=https://a.example,template=a b.txt,tokens=7,temperature=0.5")
    assert long == ChatSpec("m", 0.5, 7, Path("a b.txt"), "https://a.example")


def test_the_other_places_know_the_word() -> None:
    assert names_code("chat:m")
    assert "chat:MODEL" in ALLOWED and "chat:MODEL" in CODE_FORMS
    assert agent_title("chat:qwen/qwen3:8b,temperature=0", GAME) == "qwen3:8b"
    assert agent_title("chat:m/", GAME) == "m"
    check_code("chat:m", SETTINGS)


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("chat:", "there is no agent 'chat:'; allowed: chat:MODEL and, behind commas, "),
        ("chat: ", "there is no agent"),
        ("chat:,tokens=5", "there is no agent"),
        ("chat:a\nb", "there is no agent"),
        ("chat:a\x1b[2J", "there is no agent"),
        (f"chat:{'m' * 201}", "there is no agent"),
        ("chat:m,", "chat:m can't have ''; allowed: "),
        ("chat:m,temperature", "chat:m can't have 'temperature'; "),
        ("chat:m,temperature=", "chat:m can't have 'temperature='; "),
        ("chat:m,temprature=1", "Did you mean temperature?"),
        ("chat:m,tokens=1,tokens=1", "chat:m can't have tokens twice; allowed: once."),
        ("chat:m,temperature=2.1", "temperature can't be '2.1'; allowed: a number from 0 to 2."),
        ("chat:m,temperature=-1", "temperature can't be '-1'"),
        ("chat:m,temperature=nan", "temperature can't be 'nan'"),
        ("chat:m,temperature=1e0", "temperature can't be '1e0'"),
        ("chat:m,temperature=٣", "temperature can't be"),
        ("chat:m,tokens=0", "tokens can't be '0'; allowed: whole numbers from 1 to 1,000,000."),
        ("chat:m,tokens=1000001", "tokens can't be '1000001'"),
        (f"chat:m,tokens={'9' * 5000}", "tokens can't be '9999"),
        ("chat:m,tokens=1.5", "tokens can't be '1.5'"),
        ("chat:m,template=none.txt", "file none.txt can't be read: No such file or directory"),
        ("chat:m,template=.", "file . can't be read: it is a folder, a pipe or a device"),
        ("chat:m,template=/dev/zero", "can't be read: it is a folder, a pipe or a device"),
        (f"chat:m,template={'x' * 5000}", "can't be read"),
        ("chat:m,template=a\0b", "can't be read"),
        ("chat:m,url=ftp://a.example", "server can't be 'ftp://a.example'; allowed: an address"),
        ("chat:m,url=a.example/v1", "server can't be 'a.example/v1'"),
        ("chat:m,url=http://", "server can't be 'http://'"),
        ("chat:m,url=http://a:99999/", "server can't be"),
        ("chat:m,url=http://[::1/v1", "server can't be"),
        ("chat:m,url=http://a b/v1", "server can't be"),
        ("chat:m,url=http://a\t/v1", "server can't be"),
        ("chat:m,url=http://ä.example/v1", "server can't be"),
    ],
)
def test_other_words_are_refused_in_a_sentence(word: str, said: str) -> None:
    assert said in refusal(word)


@pytest.mark.parametrize(
    "url", ["http://ann:pass-word@a/v1", "http://a/v1?key=pass-word", "http://a/v1#pass-word"]
)
def test_an_address_with_a_secret_is_refused_and_not_quoted(url: str) -> None:
    for sentence in (
        refusal(f"chat:m,url={url}"),
        refusal("chat:m", BotSettings(chat_url=url)),
    ):
        assert "can't have a user name, a password, a query or a fragment" in sentence
        assert "pass-word" not in sentence


def test_the_address_comes_from_the_word_the_settings_or_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain = ChatSpec.read("chat:m")
    missing = refusal("chat:m", BotSettings())
    assert all(part in missing for part in ("--chat-url", "FUDABA_CHAT_URL", ",url=URL"))
    monkeypatch.setenv("FUDABA_CHAT_URL", "http://environment/v1/")
    assert plain.address(BotSettings()) == "http://environment/v1"
    assert plain.address(SETTINGS) == URL
    assert ChatSpec.read("chat:m,url=http://word/v1").address(SETTINGS) == "http://word/v1"


def test_a_key_is_sent_and_struck_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUDABA_CHAT_KEY", f" {KEY}\n")
    key = ServerKey.of_environment()
    assert key.headers() == {"Authorization": f"Bearer {KEY}"}
    assert key.struck_out(f"a {KEY} {KEY.upper()} b") == "a *** *** b"
    assert KEY not in repr(key) and KEY not in str(key)


def test_without_a_key_nothing_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    for text in ("", " "):
        monkeypatch.setenv("FUDABA_CHAT_KEY", text)
        assert ServerKey.of_environment().headers() == {}


@pytest.mark.parametrize("key", ["short", "with a space in it", "tête-à-tête", "line\nline-line"])
def test_a_key_that_can_not_be_sent_is_refused_and_not_quoted(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FUDABA_CHAT_KEY", key)
    assert refusal("chat:m") == (
        "FUDABA_CHAT_KEY can't be used; allowed: at least 8 printable characters without spaces."
    )


def test_a_key_in_the_address_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUDABA_CHAT_KEY", KEY)
    sentence = refusal(f"chat:m,url=http://a.example/{KEY}/v1")
    assert "can't have the key in it" in sentence and KEY not in sentence


def test_a_template_of_ones_own_replaces_that_of_the_package(tmp_path: Path) -> None:
    (tmp_path / "own.txt").write_text("{{ rules }}|{{ position }}!", encoding="utf-8")
    own, packaged = Prompt.load(Path("own.txt")), Prompt.load(None)
    assert own.render("R <b>", "P &") == "R <b>|P &!"
    assert own.digest != packaged.digest
    text = packaged.render("R <b>", "P &")
    assert text.index("R <b>") < text.index("P &")
    agents = [
        make_agent(word, GAME, GAME.options(), SETTINGS)
        for word in ("chat:m", "chat:m,template=own.txt")
    ]
    assert len({identity_of("m", agent) for agent in agents}) == 2


@pytest.mark.parametrize(
    ("template", "said"),
    [
        (b"", "leaves out the position; allowed: "),
        (b"{{ rules }}", "leaves out the position; allowed: "),
        (b"{% if false %}{{ position }}{% endif %}", "leaves out the position; allowed: "),
        (b"{{ position }", "is no template: line 1: "),
        (b"{% for %}{{ position }}", "is no template: line 1: "),
        (b"{% include 'x' %}{{ position }}", "fails: "),
        (b"{{ position }}{{ state }}", "fails: \"'state' is undefined\"; allowed: the names rules"),
        (b"{{ position }}{{ 1 / 0 }}", "fails: 'division by zero'"),
        (b"{{ position }}{{ ''.__class__.__mro__ }}", "fails: "),
        (b"{{ position }}{{ cycler.__init__.__globals__ }}", "fails: "),
        (b"{{ position }}\xff", "can't be read: line 1 is no text in UTF-8; save it as UTF-8."),
        (b"{{ position }}" + b"x" * 100_000, "is too long; allowed: 100,000 bytes."),
    ],
)
def test_templates_that_are_none_are_refused_in_a_sentence(
    template: bytes, said: str, tmp_path: Path
) -> None:
    (tmp_path / "own.txt").write_bytes(template)
    assert said in refusal("chat:m,template=own.txt")


def test_the_identity_changes_with_all_that_a_model_is_asked() -> None:
    words = [
        "chat:m", "chat:n", "chat:m,temperature=0", "chat:m,tokens=5", f"chat:m,url={URL}/2",
    ]  # fmt: skip
    identities = [
        identity_of("m", make_agent(word, GAME, GAME.options(), SETTINGS)) for word in words
    ]
    again = make_agent("chat:m", GAME, GAME.options(), BotSettings(5.0, chat_url=f"{URL}/"))
    assert len({*identities}) == len(words)
    assert identity_of("m", again) == identities[0]
    assert re.fullmatch(r"m [0-9a-f]{16}", str(identities[0]))
