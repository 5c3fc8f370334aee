"""The table of Sprig's functions, as Helm offers them: ``env`` and ``expandenv`` are left out.

Helm's own functions (include, tpl, required, toYaml, fromJson…) are not here; where Helm replaces one of Sprig's
(fromJson, toJson, mustToJson, fail), Sprig's is listed and the engine's table wins. Most modules are imported
when one of their functions is first called: few charts need dates, patterns or keys, and all pay for the imports.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, cast

from werfpy.gostd.cast import to_float64
from werfpy.gostd.json import marshal, unmarshal
from werfpy.gostd.kinds import GoCallable, GoError
from werfpy.gostd.reflect import kind_name, type_name
from werfpy.gotemplate.functions import GoFunction
from werfpy.sprig import defaults, dicts, lists, numeric, paths, strings, values

_S = "string"
_I = "int"
_A = "any"
_M = "map[string]any"
_L = "[]any"
_T = "time.Time"
_C = "sprig.certificate"


def _f(call: GoCallable, *params: str, rest: str = "") -> GoFunction:
    return GoFunction(call, params, rest)


class Late:
    """A function of this package whose module is imported at the first call.

    Args:
        target: Module and name: ``dates.ago``.
    """

    __slots__ = ("_call", "_target")

    def __init__(self, target: str) -> None:
        self._target = target
        self._call: GoCallable | None = None

    def __call__(self, *arguments: Any) -> Any:
        """Call the function, importing its module first if need be."""
        call = self._call
        return call(*arguments) if call is not None else self.load()(*arguments)

    def load(self) -> GoCallable:
        """Return the function itself."""
        module, _, name = self._target.partition(".")
        self._call = found = cast(GoCallable, getattr(import_module(f"werfpy.sprig.{module}"), name))
        return found


def _late(target: str, *params: str, rest: str = "") -> GoFunction:
    return GoFunction(Late(target), params, rest)


def _fail(message: str) -> str:
    raise GoError(message)


FUNCTIONS: Mapping[str, GoFunction] = {
    "hello": _f(strings.hello),
    # Dates
    "ago": _late("dates.ago", _A),
    "date": _late("dates.date", _S, _A),
    "date_in_zone": _late("dates.date_in_zone", _S, _A, _S),
    "date_modify": _late("dates.date_modify", _S, _T),
    "dateInZone": _late("dates.date_in_zone", _S, _A, _S),
    "dateModify": _late("dates.date_modify", _S, _T),
    "duration": _late("dates.duration", _A),
    "durationRound": _late("dates.duration_round", _A),
    "htmlDate": _late("dates.html_date", _A),
    "htmlDateInZone": _late("dates.html_date_in_zone", _A, _S),
    "must_date_modify": _late("dates.must_date_modify", _S, _T),
    "mustDateModify": _late("dates.must_date_modify", _S, _T),
    "mustToDate": _late("dates.must_to_date", _S, _S),
    "now": _late("dates.now"),
    "toDate": _late("dates.to_date", _S, _S),
    "unixEpoch": _late("dates.unix_epoch", _T),
    # Strings
    "abbrev": _late("words.abbrev", _I, _S),
    "abbrevboth": _late("words.abbrev_both", _I, _I, _S),
    "trunc": _f(strings.trunc, _I, _S),
    "trim": _f(strings.trim, _S),
    "upper": _f(strings.upper, _S),
    "lower": _f(strings.lower, _S),
    "title": _f(strings.title, _S),
    "untitle": _late("words.untitle", _S),
    "substr": _f(strings.substring, _I, _I, _S),
    "repeat": _f(strings.repeat, _I, _S),
    "trimall": _f(strings.trim_all, _S, _S),
    "trimAll": _f(strings.trim_all, _S, _S),
    "trimSuffix": _f(strings.trim_suffix, _S, _S),
    "trimPrefix": _f(strings.trim_prefix, _S, _S),
    "nospace": _late("words.nospace", _S),
    "initials": _late("words.initials", _S),
    "randAlphaNum": _late("randoms.rand_alpha_num", _I),
    "randAlpha": _late("randoms.rand_alpha", _I),
    "randAscii": _late("randoms.rand_ascii", _I),
    "randNumeric": _late("randoms.rand_numeric", _I),
    "swapcase": _late("words.swap_case", _S),
    "shuffle": _late("randoms.shuffle", _S),
    "snakecase": _late("words.snake_case", _S),
    "camelcase": _late("words.camel_case", _S),
    "kebabcase": _late("words.kebab_case", _S),
    "wrap": _late("words.wrap", _I, _S),
    "wrapWith": _late("words.wrap_with", _I, _S, _S),
    "contains": _f(strings.contains, _S, _S),
    "hasPrefix": _f(strings.has_prefix, _S, _S),
    "hasSuffix": _f(strings.has_suffix, _S, _S),
    "quote": _f(strings.quote, rest=_A),
    "squote": _f(strings.squote, rest=_A),
    "cat": _f(strings.cat, rest=_A),
    "indent": _f(strings.indent, _I, _S),
    "nindent": _f(strings.nindent, _I, _S),
    "replace": _f(strings.replace, _S, _S, _S),
    "plural": _f(strings.plural, _S, _S, _I),
    "sha1sum": _late("encoding.sha1sum", _S),
    "sha256sum": _late("encoding.sha256sum", _S),
    "sha512sum": _late("encoding.sha512sum", _S),
    "adler32sum": _late("encoding.adler32sum", _S),
    "toString": _f(values.strval, _A),
    "split": _f(strings.split, _S, _S),
    "splitList": _f(strings.split_list, _S, _S),
    "splitn": _f(strings.splitn, _S, _I, _S),
    "toStrings": _f(strings.strings_of, _A),
    "join": _f(strings.join, _S, _A),
    "sortAlpha": _f(strings.sort_alpha, _A),
    # Numbers
    "atoi": _f(strings.atoi, _S),
    "int64": _f(numeric.int64, _A),
    "int": _f(numeric.to_int, _A),
    "float64": _f(to_float64, _A),
    "seq": _f(numeric.seq, rest=_I),
    "toDecimal": _f(numeric.to_decimal, _A),
    "until": _f(numeric.until, _I),
    "untilStep": _f(numeric.until_step, _I, _I, _I),
    "add1": _f(numeric.add1, _A),
    "add": _f(numeric.add, rest=_A),
    "sub": _f(numeric.sub, _A, _A),
    "div": _f(numeric.div, _A, _A),
    "mod": _f(numeric.mod, _A, _A),
    "mul": _f(numeric.mul, _A, rest=_A),
    "randInt": _late("randoms.rand_int", _I, _I),
    "add1f": _late("decimals.add1f", _A),
    "addf": _late("decimals.addf", rest=_A),
    "subf": _late("decimals.subf", _A, rest=_A),
    "divf": _late("decimals.divf", _A, rest=_A),
    "mulf": _late("decimals.mulf", _A, rest=_A),
    "biggest": _f(numeric.biggest, _A, rest=_A),
    "max": _f(numeric.biggest, _A, rest=_A),
    "min": _f(numeric.smallest, _A, rest=_A),
    "maxf": _f(numeric.maxf, _A, rest=_A),
    "minf": _f(numeric.minf, _A, rest=_A),
    "ceil": _f(numeric.ceil, _A),
    "floor": _f(numeric.floor, _A),
    "round": _f(numeric.round_to, _A, _I, rest="float64"),
    # Defaults and JSON
    "default": _f(defaults.default, _A, rest=_A),
    "empty": _f(values.empty, _A),
    "coalesce": _f(defaults.coalesce, rest=_A),
    "all": _f(defaults.all_of, rest=_A),
    "any": _f(defaults.any_of, rest=_A),
    "compact": _f(lists.compact, _A),
    "mustCompact": _f(lists.compact, _A),
    "fromJson": _f(defaults.from_json, _S),
    "toJson": _f(defaults.to_json, _A),
    "toPrettyJson": _f(defaults.to_pretty_json, _A),
    "toRawJson": _f(defaults.to_raw_json, _A),
    "mustFromJson": _f(unmarshal, _S),
    "mustToJson": _f(marshal, _A),
    "mustToPrettyJson": _f(defaults.must_to_pretty_json, _A),
    "mustToRawJson": _f(defaults.must_to_raw_json, _A),
    "ternary": _f(defaults.ternary, _A, _A, "bool"),
    "deepCopy": _f(dicts.deep_copy, _A),
    "mustDeepCopy": _f(dicts.deep_copy, _A),
    # Types
    "typeOf": _f(type_name, _A),
    "typeIs": _f(defaults.type_is, _S, _A),
    "typeIsLike": _f(defaults.type_is_like, _S, _A),
    "kindOf": _f(kind_name, _A),
    "kindIs": _f(defaults.kind_is, _S, _A),
    "deepEqual": _f(values.deep_equal, _A, _A),
    # Paths
    "base": _f(paths.base, _S),
    "dir": _f(paths.directory, _S),
    "clean": _f(paths.clean, _S),
    "ext": _f(paths.extension, _S),
    "isAbs": _f(paths.is_abs, _S),
    "osBase": _f(paths.base, _S),
    "osClean": _f(paths.clean, _S),
    "osDir": _f(paths.directory, _S),
    "osExt": _f(paths.extension, _S),
    "osIsAbs": _f(paths.is_abs, _S),
    # Encodings
    "b64enc": _late("encoding.b64enc", _S),
    "b64dec": _late("encoding.b64dec", _S),
    "b32enc": _late("encoding.b32enc", _S),
    "b32dec": _late("encoding.b32dec", _S),
    # Maps and lists
    "tuple": _f(lists.make_list, rest=_A),
    "list": _f(lists.make_list, rest=_A),
    "dict": _f(dicts.make_dict, rest=_A),
    "get": _f(dicts.get, _M, _S),
    "set": _f(dicts.set_key, _M, _S, _A),
    "unset": _f(dicts.unset, _M, _S),
    "hasKey": _f(dicts.has_key, _M, _S),
    "pluck": _f(dicts.pluck, _S, rest=_M),
    "keys": _f(dicts.keys, rest=_M),
    "pick": _f(dicts.pick, _M, rest=_S),
    "omit": _f(dicts.omit, _M, rest=_S),
    "merge": _f(dicts.merge, _M, rest=_M),
    "mergeOverwrite": _f(dicts.merge_overwrite, _M, rest=_M),
    "mustMerge": _f(dicts.merge, _M, rest=_M),
    "mustMergeOverwrite": _f(dicts.merge_overwrite, _M, rest=_M),
    "values": _f(dicts.values, _M),
    "append": _f(lists.push, _A, _A),
    "push": _f(lists.push, _A, _A),
    "mustAppend": _f(lists.push, _A, _A),
    "mustPush": _f(lists.push, _A, _A),
    "prepend": _f(lists.prepend, _A, _A),
    "mustPrepend": _f(lists.prepend, _A, _A),
    "first": _f(lists.first, _A),
    "mustFirst": _f(lists.first, _A),
    "rest": _f(lists.rest, _A),
    "mustRest": _f(lists.rest, _A),
    "last": _f(lists.last, _A),
    "mustLast": _f(lists.last, _A),
    "initial": _f(lists.initial, _A),
    "mustInitial": _f(lists.initial, _A),
    "reverse": _f(lists.reverse, _A),
    "mustReverse": _f(lists.reverse, _A),
    "uniq": _f(lists.uniq, _A),
    "mustUniq": _f(lists.uniq, _A),
    "without": _f(lists.without, _A, rest=_A),
    "mustWithout": _f(lists.without, _A, rest=_A),
    "has": _f(lists.has, _A, _A),
    "mustHas": _f(lists.has, _A, _A),
    "slice": _f(lists.cut, _A, rest=_A),
    "mustSlice": _f(lists.cut, _A, rest=_A),
    "concat": _f(lists.concat, rest=_A),
    "dig": _f(dicts.dig, rest=_A),
    "chunk": _f(lists.chunk, _I, _A),
    "mustChunk": _f(lists.chunk, _I, _A),
    # Cryptography
    "bcrypt": _late("crypto.bcrypt", _S),
    "htpasswd": _late("crypto.htpasswd", _S, _S),
    "genPrivateKey": _late("keys.gen_private_key", _S),
    "derivePassword": _late("crypto.derive_password", "uint32", _S, _S, _S, _S),
    "buildCustomCert": _late("certificates.build_custom_cert", _S, _S),
    "genCA": _late("certificates.gen_ca", _S, _I),
    "genCAWithKey": _late("certificates.gen_ca_with_key", _S, _I, _S),
    "genSelfSignedCert": _late("certificates.gen_self_signed_cert", _S, _L, _L, _I),
    "genSelfSignedCertWithKey": _late("certificates.gen_self_signed_cert_with_key", _S, _L, _L, _I, _S),
    "genSignedCert": _late("certificates.gen_signed_cert", _S, _L, _L, _I, _C),
    "genSignedCertWithKey": _late("certificates.gen_signed_cert_with_key", _S, _L, _L, _I, _C, _S),
    "encryptAES": _late("crypto.encrypt_aes", _S, _S),
    "decryptAES": _late("crypto.decrypt_aes", _S, _S),
    "randBytes": _late("randoms.rand_bytes", _I),
    "uuidv4": _late("randoms.uuidv4"),
    # Versions
    "semver": _late("versions.parse_version", _S),
    "semverCompare": _late("versions.semver_compare", _S, _S),
    "fail": _f(_fail, _S),
    # Regular expressions
    "regexMatch": _late("regexes.regex_match", _S, _S),
    "mustRegexMatch": _late("regexes.must_regex_match", _S, _S),
    "regexFindAll": _late("regexes.regex_find_all", _S, _S, _I),
    "mustRegexFindAll": _late("regexes.must_regex_find_all", _S, _S, _I),
    "regexFind": _late("regexes.regex_find", _S, _S),
    "mustRegexFind": _late("regexes.must_regex_find", _S, _S),
    "regexReplaceAll": _late("regexes.regex_replace_all", _S, _S, _S),
    "mustRegexReplaceAll": _late("regexes.must_regex_replace_all", _S, _S, _S),
    "regexReplaceAllLiteral": _late("regexes.regex_replace_all_literal", _S, _S, _S),
    "mustRegexReplaceAllLiteral": _late("regexes.must_regex_replace_all_literal", _S, _S, _S),
    "regexSplit": _late("regexes.regex_split", _S, _S, _I),
    "mustRegexSplit": _late("regexes.must_regex_split", _S, _S, _I),
    "regexQuoteMeta": _late("regexes.regex_quote_meta", _S),
    # URLs
    "urlParse": _late("urls.url_parse", _S),
    "urlJoin": _late("urls.url_join", _M),
}
