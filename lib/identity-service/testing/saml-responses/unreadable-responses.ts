import { type HostileRow, UNREADABLE } from "./refusals";
import { inBase64 } from "./responding-provider";

/** Matches both refusals: by the size of the response, and by that of the form. */
const TOO_LARGE = /larger than 256 KB/;

/** Values that are not base64, or not a Response in UTF-8. */
export function unreadableResponses(document: string): HostileRow[] {
	const base64 = inBase64(document);
	return [
		["nothing", "The response is not base64.", ""],
		["no XML", UNREADABLE, inBase64("SAMLResponse")],
		["JSON", UNREADABLE, inBase64("{}")],
		["XML as it is", "The response is not base64.", document],
		["base64 with a space", "The response is not base64.", `${base64.slice(0, 8)} ${base64.slice(8)}`],
		["base64 with a tab", "The response is not base64.", `${base64}\t`],
		["base64 with NUL", "The response is not base64.", `${base64}\0`],
		["base64url", "The response is not base64.", Buffer.from(`${document}ÿÿ`, "latin1").toString("base64url")],
		["base64 with more behind its end", "The response is not base64.", `${inBase64("x")}${base64}`],
		["base64 with bits left over", "The response is not base64.", "QR=="],
		[
			"base64 without its end",
			"The response is not base64.",
			inBase64(`${document}${" ".repeat(3 - (Buffer.byteLength(document) % 3) + 1)}`).replace(/=+$/, ""),
		],
		["base64 of base64", UNREADABLE, inBase64(base64)],
		["UTF-16", UNREADABLE, inBase64(Buffer.from(document, "utf16le"))],
		["UTF-16 with its mark", UNREADABLE, inBase64(Buffer.from(`\ufeff${document}`, "utf16le"))],
		["UTF-7", UNREADABLE, inBase64("+ADw-samlp:Response/+AD4-")],
		["UTF-7 by name", UNREADABLE, inBase64(`<?xml version="1.0" encoding="UTF-7"?>${document}`)],
		["a byte order mark", UNREADABLE, inBase64(`\ufeff${document}`)],
		[
			"broken UTF-8",
			UNREADABLE,
			inBase64(
				Buffer.concat([Buffer.from(document.slice(0, -20)), Buffer.from([0xff]), Buffer.from(document.slice(-20))]),
			),
		],
		[
			"an AuthnRequest",
			"The message is not a response to a sign-in.",
			inBase64('<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"/>'),
		],
		[
			"a LogoutResponse",
			"The message is not a response to a sign-in.",
			inBase64(document.replaceAll("samlp:Response", "samlp:LogoutResponse")),
		],
		[
			"an assertion alone",
			"The message is not a response to a sign-in.",
			inBase64('<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>'),
		],
		["1 MB", TOO_LARGE, inBase64(document.replace("<saml:Subject>", `${" ".repeat(2 ** 20)}<saml:Subject>`))],
		[
			"a little more than 256 KB",
			TOO_LARGE,
			inBase64(document.replace("<saml:Subject>", `${" ".repeat(256 * 1024)}<saml:Subject>`)),
		],
	];
}
