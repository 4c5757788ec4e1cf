/** For a name that is no address: SAML 1.1 wants a namespace of every attribute, and readers refuse an empty one. */
const NO_NAMESPACE = "urn:oasis:names:tc:SAML:2.0:attrname-format:unspecified";

/**
 * A name as SAML 1.1 writes it, in two parts, which readers put together again with a slash:
 * `http://schemas.xmlsoap.org/ws/2005/05/identity/claims` and `emailaddress`.
 */
export function splitAttributeName(name: string): { namespace: string; local: string } {
	const [, namespace, local] = /^(.*[^/])\/+([^/]+)$/s.exec(name) ?? [];
	if (namespace === undefined || local === undefined) return { namespace: NO_NAMESPACE, local: name };
	return { namespace, local };
}
