import { test as base } from "../fixtures";
import { type Management, managementOf } from "../http/management";

export { expect } from "../fixtures";

/** With the tenant's management interface, to set up and read back without the dashboard. */
export const test = base.extend<{ management: Management }>({
	management: async ({ credentials, managementToken }, use) => use(managementOf(credentials, managementToken)),
});

export const SIGN_IN = "https://idp.example/in";
export const uniqueConnectionName = (what: string) => `${what}-${Date.now()}`;

export type StoredConnection = {
	id: string;
	name: string;
	display_name?: string;
	enabled_clients: string[];
	show_as_button: boolean;
	options: Record<string, unknown>;
};

/** Makes a connection over the management interface. */
export function makeConnection(
	management: Management,
	name: string,
	options: Record<string, unknown>,
	more: Record<string, unknown> = {},
): Promise<StoredConnection> {
	// A change without a display name would set it.
	return management.json("POST", "/connections", { name, display_name: name, strategy: "samlp", options, ...more });
}

export function readConnection(management: Management, id: string): Promise<StoredConnection> {
	return management.json("GET", `/connections/${id}`);
}

/** A certificate of 2020; its key was discarded. */
export const EXPIRED_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIICqDCCAZACAQEwDQYJKoZIhvcNAQELBQAwGjEYMBYGA1UEAwwPZXhwaXJlZC5l
eGFtcGxlMB4XDTIwMDEwMTAwMDAwMFoXDTIxMDEwMTAwMDAwMFowGjEYMBYGA1UE
AwwPZXhwaXJlZC5leGFtcGxlMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKC
AQEAwYC2useXW/ZYSsz41rf/FVT4M8wQUELdKwuYJJyQfK3jSVlufUt+GWAginX0
8/vxs5DxpDuHktmqD6YwbKVqB5syKbycj2AlybeHC4OvlSc9Bxiw/AGUuYARao5u
Ca00N8YJ8ks8c5iadAtp0hLxV3NMaHYt63W8FG4wLK/AbX/oWktC316wrHwVdPFJ
wj40cw3xkg2cK1nTP+08K9Fm2UrEP5jT9OqxGhW9O8o1+X6LQ5Gd6aYc/CJsxnao
V9qQJ3uVRvAhDMHfxHqp5w/jQvpyVfA2xr3fRpR68lym7VD1Lsg7ZYsJ4YJJObvK
7jGnsgrM/v9AeoJxmJJL3JczSQIDAQABMA0GCSqGSIb3DQEBCwUAA4IBAQCT1SPH
j3eIBqZDswDEbLRKr6Pc+JVdOMvjEXHWTgSpmNLW6we5fMbKb4xwE1axYJDDePRh
STiGPcO9QyFn3USpSFPZOpGeztxPhN3rmDZYSU/9TfYbi+3/I/UD6T3IaoHoCuFz
0pgdb4EJMpoeo1JauHvGrZpxID5oAxHf4ZdR7WP49wLvQw9q7RtGqK5XD3rHyCqE
EeExsS0hUTek+FLQxD+jVoPrCGWY0OiuS4AObjS/AL71FpH40smKD+r7NRRSyuAP
g5pf1FEyHPV04h8WrossaELC5rqeq0D3qLe3wHbxxL3+q9zLNYoIxgq9A54Jg+em
qYuetSYF0kiJJgHl
-----END CERTIFICATE-----
`;

export const POST = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST";

/** Metadata of a provider with logout by HTTP-POST alone, and a `ResponseLocation`. @param certificate in PEM */
export function providerMetadata(entityId: string, certificate: string): string {
	const body = certificate.replace(/-----[^-]+-----|\s/g, "");
	return `<?xml version="1.0"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
  <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${body}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>
    <SingleLogoutService Binding="${POST}" Location="https://idp.example/out" ResponseLocation="https://idp.example/answers"/>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${SIGN_IN}"/>
  </IDPSSODescriptor>
</EntityDescriptor>`;
}
