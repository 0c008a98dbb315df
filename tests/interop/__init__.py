import pytest

pytest.register_assert_rewrite("tests.interop.witness", "tests.interop.pages")
