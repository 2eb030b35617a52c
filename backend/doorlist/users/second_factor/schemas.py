"""API models of second factors (contract 7)."""

from doorlist.core.api_model import ApiModel, ApiRequest
from doorlist.users.schemas import Typed
from doorlist.users.second_factor.rules import RequiredFor


class SecondFactorState(ApiModel):
    """The caller's own second factor."""

    is_set_up: bool
    is_required: bool
    recovery_codes_left: int


class NewSecondFactor(ApiRequest):
    """The caller's password, to begin with."""

    password: Typed


class SecondFactorSecret(ApiModel):
    """The secret for an authenticator app: to type, and as the text of a QR code."""

    secret: str
    otpauth_url: str


class SecondFactorCode(ApiRequest):
    """The code that proves that the app has the secret."""

    code: Typed


class RecoveryCodes(ApiModel):
    """The recovery codes, shown only once."""

    recovery_codes: list[str]


class SecondFactorRemoval(ApiRequest):
    """The caller's password and a code, of the app or a recovery code."""

    password: Typed
    code: Typed


class SecondFactorRequirement(ApiRequest):
    """The accounts that must have a second factor."""

    required_for: RequiredFor
