const LOOPBACK_HOSTS = ["localhost", "127.0.0.1", "[::1]"];

/**
 * What a client is registered as. OpenID Connect Dynamic Registration 1.0 (section 2) knows private-use schemes for native
 * clients only, and gives the tokens of the implicit flow to a web client by https only, to the machine that the browser
 * runs on to native clients only.
 * @param uris all that a browser may be sent back to
 */
export function applicationType(isImplicit: boolean, uris: readonly string[]): "web" | "native" {
	return uris.some(isPrivateUse) || (isImplicit && uris.some(isPlainLoopback)) ? "native" : "web";
}

/** Whether addresses that only a native client may have stand beside one that no native client may have. */
export function isMixed(isImplicit: boolean, uris: readonly string[]): boolean {
	return (isImplicit || applicationType(isImplicit, uris) === "native") && uris.some(isSecureLoopback);
}

function isPrivateUse(uri: string): boolean {
	return !/^https?:/i.test(uri);
}

function isPlainLoopback(uri: string): boolean {
	const { protocol, hostname } = new URL(uri);
	return protocol === "http:" && LOOPBACK_HOSTS.includes(hostname);
}

function isSecureLoopback(uri: string): boolean {
	const { protocol, hostname } = new URL(uri);
	return protocol === "https:" && LOOPBACK_HOSTS.includes(hostname);
}
