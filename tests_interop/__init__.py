import pytest

pytest.register_assert_rewrite("tests_interop.witness")
