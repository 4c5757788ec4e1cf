import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CertificateFactsList } from "./certificate-facts";

const certificate = {
	subject: "CN=A",
	issuer: "CN=B",
	isSelfSigned: false,
	isAuthority: false,
	key: "RSA 2048",
	fingerprint: "AA",
	validFrom: "2026-03-28T23:30:00.000Z",
	validTo: "2036-12-31T23:30:00.000Z",
	validity: "expires in 10 years",
	warnings: [],
};

test.each([
	["Europe/Berlin", "2026-03-29 to 2037-01-01, expires in 10 years"],
	["America/New_York", "2026-03-28 to 2036-12-31, expires in 10 years"],
	["UTC", "2026-03-28 UTC to 2036-12-31 UTC, expires in 10 years"],
])("a certificate is valid from and to days in %s", (timeZone, words) => {
	const report = { certificates: [certificate], warnings: [] };
	const text = renderToStaticMarkup(<CertificateFactsList report={report} timeZone={timeZone} />);
	expect(text).toContain(`<dd>${words}</dd>`);
});

test("the names in a certificate can't turn around what stands beside them", () => {
	const names = { subject: "CN=\u202eA", issuer: "CN=\u202eA", isSelfSigned: true };
	const report = { certificates: [{ ...certificate, ...names }], warnings: [] };
	const html = renderToStaticMarkup(<CertificateFactsList report={report} timeZone="UTC" />);
	const shown = '<bdi>CN=<bdi class="invisible-character" data-code="U+202E">\u202e</bdi>A</bdi>';
	expect(html).toContain(`<dd><span>${shown}`);
	expect(html.split(shown).length - 1).toBe(2);
	expect(html).toMatch(/<\/span> \(self-signed\)<\/dd>/);
});
