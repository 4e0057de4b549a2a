"""Credentials that carry their maker's prefix: the surest sign there is.

A row says how a credential begins, of which characters it goes on and how many of them are enough. Fewer are asked for
than the makers issue, so that one cut short in a log is found too.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from pipeline.scrub.placeholders import SECRET
from pipeline.scrub.rule import Rule

_ALNUM = "[A-Za-z0-9]"
_WORD = "[A-Za-z0-9_-]"
_LOWER = "[a-z0-9]"
_UPPER = "[A-Z0-9]"
_HEX = "[0-9a-f]"
_HEX_DASH = "[0-9a-f-]"
_DOTTED = "[A-Za-z0-9_.-]"
_BASE64 = "[A-Za-z0-9+/=_-]"
#: Somewhere in it stands a digit: for prefixes that are words or that words may begin with.
_DIGIT = r"(?=[A-Za-z_.-]{0,80}[0-9])"


class Prefix(NamedTuple):
    """How the credentials of one maker look.

    Attributes:
        maker: who issues them.
        lead: pattern of the beginning.
        body: pattern of one further character.
        least: how many of these make a credential.
        sample: a beginning that the pattern matches.
    """

    maker: str
    lead: str
    body: str
    least: int
    sample: str


_CODE_HOSTS = (
    Prefix("GitHub", "gh[pousr]_", _ALNUM, 20, "ghp_"),
    Prefix("GitHub (fine-grained)", "github_pat_", _WORD, 20, "github_pat_"),
    Prefix("GitLab", "gl(?:pat|dt|ptt|rt|cbt|soat|ft|imt|agent|oas|ffct)-", _WORD, 16, "glpat-"),
    Prefix("GitLab (runner)", "GR1348941", _WORD, 16, "GR1348941"),
    Prefix("Bitbucket", "ATBB", _ALNUM, 24, "ATBB"),
    Prefix("Atlassian", "AT(?:AT|CT|ST)T3", _BASE64, 20, "ATATT3"),
    Prefix("npm", "npm_", _ALNUM, 20, "npm_"),
    Prefix("PyPI", "pypi-AgE", _WORD, 16, "pypi-AgE"),
    Prefix("PyPI (test)", f"pypi-{_DIGIT}", _ALNUM, 32, "pypi-"),
    Prefix("RubyGems", "rubygems_", _HEX, 24, "rubygems_"),
    Prefix("crates.io", f"cio{_DIGIT}", _ALNUM, 32, "cio"),
    Prefix("NuGet", f"oy2{_DIGIT}", _LOWER, 40, "oy2"),
    Prefix("Docker Hub", "dckr_[po]at_", _WORD, 20, "dckr_pat_"),
    Prefix("JFrog (reference)", "cmVmdGtuOj", _ALNUM, 40, "cmVmdGtuOj"),
    Prefix("JFrog", "AKCp", _ALNUM, 40, "AKCp"),
    Prefix("Postman", "PMAK-", _HEX_DASH, 24, "PMAK-"),
    Prefix("SonarQube", "sq[pua]_", _HEX, 24, "sqp_"),
    Prefix("CircleCI", "CCIPAT_", _WORD, 20, "CCIPAT_"),
    Prefix("Buildkite", "bkua_", _HEX, 20, "bkua_"),
    Prefix("Clojars", "CLOJARS_", _LOWER, 30, "CLOJARS_"),
)
_CLOUDS = (
    Prefix("AWS (key id)", "A(?:KIA|SIA|BIA|CCA)", _UPPER, 16, "AKIA"),
    Prefix("AWS Bedrock", "ABSK", _BASE64, 40, "ABSK"),
    Prefix("Google API", "AIza", _WORD, 30, "AIza"),
    Prefix("Google OAuth", r"ya29\.", _DOTTED, 20, "ya29."),
    Prefix("Google OAuth (client)", "GOCSPX-", _WORD, 20, "GOCSPX-"),
    Prefix("Google OAuth (refresh)", "1//0", _WORD, 20, "1//0"),
    Prefix("Firebase messaging", "AAAA[A-Za-z0-9_-]{7}:", _WORD, 60, "AAAAbcdefgh:"),
    Prefix("Azure (client secret)", "[A-Za-z0-9_~.-]{3}[78]Q~", "[A-Za-z0-9_~.-]", 30, "abc8Q~"),
    Prefix("DigitalOcean", "do[opr]_v1_", _HEX, 32, "dop_v1_"),
    Prefix("Cloudflare (origin)", "v1\\.0-[0-9a-f]{24}-", _HEX, 64, "v1.0-" + "0a1b2c3d" * 3 + "-"),
    Prefix("Cloudflare", f"cf(?:at|ut|k)_{_DIGIT}", _ALNUM, 32, "cfut_"),
    Prefix("Heroku", "HRKU-", _WORD, 30, "HRKU-"),
    Prefix("Fly.io", "f[om][12]_", _BASE64, 20, "fo1_"),
    Prefix("Netlify", "nfp_", _ALNUM, 20, "nfp_"),
    Prefix("Vercel (blob)", "vercel_blob_rw_", _WORD, 20, "vercel_blob_rw_"),
    Prefix("Vercel", f"vc[acikpr]_{_DIGIT}", _ALNUM, 20, "vcp_"),
    Prefix("Render", f"rnd_{_DIGIT}", _ALNUM, 20, "rnd_"),
    Prefix("Supabase", "sb(?:p_(?:v0_)?|_secret_)", _WORD, 20, "sbp_"),
    Prefix("PlanetScale", "pscale_(?:tkn|pw|oauth)_", _WORD, 20, "pscale_tkn_"),
    Prefix("Neon", "napi_", _LOWER, 30, "napi_"),
    Prefix("HashiCorp Vault", r"hv[sbr]\.", _WORD, 20, "hvs."),
    Prefix("HashiCorp Vault (old)", rf"s\.{_DIGIT}", _ALNUM, 24, "s."),
    Prefix("Terraform Cloud", r"[A-Za-z0-9]{14}\.atlasv1\.", _WORD, 30, "abcdefghijklmn.atlasv1."),
    Prefix("Doppler", r"dp\.(?:ct|pt|st|sa|scim|audit)\.", _DOTTED, 20, "dp.pt."),
    Prefix("Pulumi", "pul-", _HEX, 32, "pul-"),
    Prefix("Databricks", "dapi", _HEX, 32, "dapi"),
    Prefix("Alibaba Cloud", f"LTAI{_DIGIT}", _ALNUM, 12, "LTAI"),
    Prefix("Tencent Cloud", f"AKID{_DIGIT}", _ALNUM, 24, "AKID"),
    Prefix("Yandex Cloud", "AQVN", _WORD, 30, "AQVN"),
    Prefix("Scaleway", f"SCW{_DIGIT}", _UPPER, 17, "SCW"),
    Prefix("Tailscale", "tskey-(?:[a-z]{2,8}-)?", _WORD, 16, "tskey-auth-"),
    Prefix("1Password", "ops_eyJ", _BASE64, 40, "ops_eyJ"),
    Prefix("age", "AGE-SECRET-KEY-1", _UPPER, 20, "AGE-SECRET-KEY-1"),
)
_CHAT_AND_MAIL = (
    Prefix("Slack", "xox[abceoprs]-", _WORD, 10, "xoxb-"),
    Prefix("Slack (rotated)", r"xoxe\.xox[bp]-", _WORD, 20, "xoxe.xoxp-"),
    Prefix("Slack (app)", "xapp-[0-9]-", _WORD, 20, "xapp-1-"),
    Prefix("Discord (bot)", r"[MNO][A-Za-z0-9_-]{22,28}\.[A-Za-z0-9_-]{6}\.", _WORD, 25, "M" + "Tk4" * 8 + ".Gx0abc."),
    Prefix("Telegram (bot)", "(?:bot)?[0-9]{8,10}:AA", _WORD, 30, "123456789:AA"),
    Prefix("SendGrid", r"SG\.", _DOTTED, 30, "SG."),
    Prefix("Mailgun", "key-", _HEX, 32, "key-"),
    Prefix("Mailgun (new)", "[0-9a-f]{32}-[0-9a-f]{8}-", _HEX, 8, "0123456789abcdef" * 2 + "-01234567-"),
    Prefix("Mailchimp", "[0-9a-f]{32}-us", "[0-9]", 1, "0123456789abcdef" * 2 + "-us"),
    Prefix("Brevo", "x(?:keys|smtps)ib-", _WORD, 30, "xkeysib-"),
    Prefix("Resend", "re_[A-Za-z0-9]{8}_", _ALNUM, 16, "re_abcd1234_"),
    Prefix("Twilio", "(?:SK|AC)", _HEX, 32, "SK"),
)
_PAYMENTS = (
    Prefix("Stripe", "[sr]k_(?:live|test|prod)_", _ALNUM, 10, "sk_live_"),
    Prefix("Stripe (webhook)", "whsec_", "[A-Za-z0-9+/=]", 20, "whsec_"),
    Prefix("Toss Payments", "(?:live|test)_(?:g|w|a)?sk_", _ALNUM, 16, "live_gsk_"),
    Prefix("Mollie and Lob", f"(?:live|test)_{_DIGIT}", _ALNUM, 30, "live_"),
    Prefix("Square", "sq0[a-z]{3}-", _WORD, 20, "sq0atp-"),
    Prefix("Square (access)", f"EAAA{_DIGIT}", _WORD, 56, "EAAA"),
    Prefix("Shopify", "shp(?:at|ca|pa|ss|ua|tka)_", _HEX, 24, "shpat_"),
    Prefix("Braintree", r"access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$", _HEX, 24,
           "access_token$sandbox$" + "a1b2c3d4" * 2 + "$"),
    Prefix("Plaid", "access-(?:sandbox|production|development)-", _HEX_DASH, 32, "access-sandbox-"),
    Prefix("Razorpay", "rzp_(?:live|test)_", _ALNUM, 14, "rzp_live_"),
    Prefix("Flutterwave", "FLWSECK(?:_TEST)?-", _WORD, 12, "FLWSECK-"),
    Prefix("Mercado Pago", "APP_USR-[0-9]{12,18}-[0-9]{6}-", "[0-9a-f-]", 32, "APP_USR-1234567890123456-010203-"),
    Prefix("EasyPost", "EZ[AT]K", _ALNUM, 40, "EZAK"),
    Prefix("Shippo", "shippo_(?:live|test)_", _HEX, 24, "shippo_live_"),
    Prefix("Duffel", "duffel_(?:live|test)_", _WORD, 30, "duffel_live_"),
    Prefix("Polar", "polar_(?:oat|pat)_", _WORD, 20, "polar_oat_"),
)  # fmt: skip
_AI_PROVIDERS = (
    Prefix("OpenAI", "sk-(?:proj|svcacct|admin|service|None)-", _WORD, 20, "sk-proj-"),
    Prefix("OpenAI (legacy) and DeepSeek", f"sk-{_DIGIT}", _ALNUM, 20, "sk-"),
    Prefix("Anthropic", "sk-ant-(?:[a-z0-9]{2,10}-)?", _WORD, 20, "sk-ant-api03-"),
    Prefix("OpenRouter", "sk-or-(?:v[0-9]-)?", _ALNUM, 20, "sk-or-v1-"),
    Prefix("Langfuse", "[sp]k-lf-", _HEX_DASH, 24, "sk-lf-"),
    Prefix("Hugging Face", "(?:hf|api_org)_", _ALNUM, 20, "hf_"),
    Prefix("Groq", "gsk_", _ALNUM, 20, "gsk_"),
    Prefix("xAI", "xai-", _ALNUM, 20, "xai-"),
    Prefix("Replicate", "r8_", _ALNUM, 20, "r8_"),
    Prefix("Perplexity", "pplx-", _ALNUM, 20, "pplx-"),
    Prefix("Cerebras", "csk-", _ALNUM, 20, "csk-"),
    Prefix("NVIDIA", "nvapi-", _WORD, 20, "nvapi-"),
    Prefix("LangSmith", "lsv2_(?:pt|sk)_", "[a-z0-9_]", 20, "lsv2_pt_"),
    Prefix("Pinecone", "pcsk_", _WORD, 20, "pcsk_"),
    Prefix("Voyage AI", f"pa-{_DIGIT}", _WORD, 40, "pa-"),
    Prefix("ElevenLabs", "sk_", _HEX, 32, "sk_"),
    Prefix("Tavily", "tvly-(?:dev-|prod-)?", _ALNUM, 16, "tvly-"),
    Prefix("Jina", "jina_", _WORD, 30, "jina_"),
    Prefix("Firecrawl", "fc-", _HEX, 32, "fc-"),
    Prefix("E2B", "e2b_", _HEX, 30, "e2b_"),
    Prefix("Weights & Biases", "wandb_v1_", _WORD, 20, "wandb_v1_"),
    Prefix("Upstage", f"up_{_DIGIT}", _ALNUM, 28, "up_"),
    Prefix("Naver Cloud", "nv-", _HEX, 32, "nv-"),
    Prefix("Naver Cloud (IAM)", "ncp_iam_", _ALNUM, 20, "ncp_iam_"),
    Prefix("Friendli", "flp_", _ALNUM, 20, "flp_"),
    Prefix("Fireworks", f"fw_{_DIGIT}", _ALNUM, 20, "fw_"),
    Prefix("Together", "tgp_v1_", _WORD, 20, "tgp_v1_"),
    Prefix("Modal", f"a[ks]-{_DIGIT}", _ALNUM, 20, "ak-"),
)
_OBSERVABILITY_AND_WORK = (
    Prefix("New Relic", "NR(?:AK|JS|II|RA)-", _WORD, 20, "NRAK-"),
    Prefix("Grafana", "gl(?:sa|c)_", _BASE64, 20, "glsa_"),
    Prefix("Sentry", "sntry[su]_", _BASE64, 20, "sntrys_"),
    Prefix("Honeycomb", "hc[abi][a-z]k_", _ALNUM, 20, "hcaik_"),
    Prefix("Dynatrace", r"dt0[a-z][0-9]{2}\.", "[A-Z0-9.]", 24, "dt0c01."),
    Prefix("Segment", "sgp_", _ALNUM, 30, "sgp_"),
    Prefix("LaunchDarkly", "(?:api|sdk|mob)-", _HEX_DASH, 36, "sdk-"),
    Prefix("Prefect", "pn[ub]_", _ALNUM, 30, "pnu_"),
    Prefix("Linear", "lin_(?:api|oauth)_", _ALNUM, 20, "lin_api_"),
    Prefix("Notion", f"(?:ntn|secret)_{_DIGIT}", _ALNUM, 30, "ntn_"),
    Prefix("Figma", "fig[dor]_", _WORD, 20, "figd_"),
    Prefix("Dropbox", rf"sl\.(?:u\.)?{_DIGIT}", _WORD, 60, "sl."),
    Prefix("Adafruit", f"aio_{_DIGIT}", _ALNUM, 24, "aio_"),
    Prefix("Airtable", r"pat[A-Za-z0-9]{14}\.", _HEX, 32, "patabcdefghijklmn."),
    Prefix("dbt Cloud", "dbt[cu]_", _WORD, 24, "dbtc_"),
    Prefix("PostHog", "ph[xr]_", _ALNUM, 30, "phx_"),
    Prefix("Snyk", r"snyk_[us]at\.", _DOTTED, 30, "snyk_uat."),
    Prefix("Asana", r"[0-9]/[0-9]{14,18}/[0-9]{14,18}:", _HEX, 32, "2/1234567890123456/1234567890123456:"),
    Prefix(
        "Infisical", r"st\.[0-9a-f]{24}\.[0-9a-f]{32}\.", _HEX, 16, "st." + "0a1b2c3d" * 3 + "." + "0a1b2c3d" * 4 + "."
    ),
    Prefix("Trello", "ATTA", _ALNUM, 40, "ATTA"),
    Prefix("ClickUp", "pk_[0-9]{4,12}_", _UPPER, 20, "pk_1234567_"),
    Prefix("Typeform", "tfp_", _WORD, 20, "tfp_"),
    Prefix("Contentful", "CFPAT-", _WORD, 30, "CFPAT-"),
    Prefix("HubSpot", "pat-[a-z]{2}[0-9]-", _HEX_DASH, 32, "pat-na1-"),
    Prefix("Intercom", "dG9r", _BASE64, 40, "dG9r"),
    Prefix("Mapbox", r"sk\.eyJ", _DOTTED, 20, "sk.eyJ"),
    Prefix("Instagram", f"IGQ[A-Z]{_DIGIT}", _WORD, 60, "IGQV"),
    Prefix("Facebook", f"EAA{_DIGIT}", _ALNUM, 40, "EAA"),
    Prefix("X (app)", "A{18,24}", "[A-Za-z0-9%]", 40, "A" * 20),
    Prefix("ReadMe", "rdme_", _LOWER, 40, "rdme_"),
    Prefix("Frame.io", "fio-u-", _WORD, 30, "fio-u-"),
    Prefix("Adobe", "p8e-", _ALNUM, 30, "p8e-"),
)
#: Others follow the fashion these set: name, kind, secret.
_FASHION = (
    Prefix("name_live_", f"[a-z]{{2,12}}_(?:live|test|prod|sandbox)_{_DIGIT}", _ALNUM, 16, "acme_live_"),
    Prefix("name_secret_", f"[a-z0-9]{{2,12}}_(?:secret|sk|pat|apikey|token)_{_DIGIT}", _ALNUM, 20, "acme_pat_"),
    Prefix("sk-name-", f"sk-[a-z0-9]{{2,10}}-{_DIGIT}", _ALNUM, 20, "sk-acme-"),
)
PREFIXES = (
    *_CODE_HOSTS, *_CLOUDS, *_CHAT_AND_MAIL, *_PAYMENTS, *_AI_PROVIDERS, *_OBSERVABILITY_AND_WORK, *_FASHION,
)  # fmt: skip

#: Letters and digits that every body above allows, but for those that are upper case throughout.
_SAMPLE_BODY = "0a1b2c3d4e5f6789" * 4


def _sample(prefix: Prefix) -> str:
    body = _SAMPLE_BODY[: prefix.least] if prefix.body != "[0-9]" else "12"
    return prefix.sample + (body.upper() if "a-z" not in prefix.body and "a-f" not in prefix.body else body)


MAKERS_SUFFIX = Rule(
    name="vendor_suffix",
    label=SECRET,
    signs=("nral",),
    pattern=re.compile("(?<![A-Za-z0-9])[0-9a-f]{32,40}(?:FFFF)?NRAL(?![A-Za-z0-9])"),
    reason="New Relic ends its licence keys with the sign that others begin with.",
    matches=("key " + "0a1b2c3d4e" * 3 + "0a1b2cNRAL",),
    misses=("NRAL", "0a1b2cNRAL"),
)
VENDOR_TOKENS = Rule(
    name="vendor_token",
    label=SECRET,
    pattern=re.compile(
        "(?<![A-Za-z0-9])(?:" + "|".join(f"{p.lead}{p.body}{{{p.least},}}" for p in PREFIXES) + ")",
    ),
    reason="The makers chose these prefixes so that scanners find what has leaked; see PREFIXES.",
    matches=tuple(f"키는 {_sample(p)}입니다" for p in PREFIXES),
    misses=(
        "sk-iphone-case-2024-black",
        "task-force-2024-planning-committee-a1",
        "npm_config_registry_url",
        "whsec_",
        "test_createReturnRequestForOrder",
        "pi_3MtwBwLkdIwHu7ix28a3tqPa",
        "api-gateway-service-production",
    ),
)
