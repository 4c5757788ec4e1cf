const UNKNOWN_NAME = ["ENOTFOUND", "EAI_AGAIN", "EAI_NODATA"];
const EXPIRED = ["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"];
const UNTRUSTED =
	/^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET|VERIFY)_\w+|CERT_\w+|ERR_TLS_CERT_\w+)$/;

/** What kept a connection from being made, in a sentence, from the system's or OpenSSL's code. */
export function reasonOf(code: string | undefined): string {
	if (!code) return "No connection to the identity service.";
	if (UNKNOWN_NAME.includes(code)) return "The host's name is not known (DNS).";
	if (code === "ECONNREFUSED") return "Nothing listens at the service's address.";
	if (EXPIRED.includes(code)) return "The service's certificate is not valid at this machine's time.";
	if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return "The service's certificate is for another host name.";
	if (UNTRUSTED.test(code)) return "The service's certificate is not one that this machine trusts.";
	if (code === "EPROTO" || code.startsWith("ERR_SSL")) return "What answers there does not speak TLS.";
	return "No connection to the identity service.";
}
