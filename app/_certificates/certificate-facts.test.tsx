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
