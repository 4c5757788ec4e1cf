import { expect, test } from "vitest";
import { certificateBody } from "@/lib/xml/certificate-body";
import { clearDashboardState, pointAtService } from "../testing/dashboard-state";
import { startFaultServer } from "../testing/fault-server";
import { orMissing, publishedCertificates, readTenantMetadata } from "./tenant-metadata";

// Certificates of a tenant, by the day that each is valid from. Their keys were deleted.
const january = `-----BEGIN CERTIFICATE-----
MIIBLTCB06ADAgECAg9ohkztEHOj48/uxYIf4qowCgYIKoZIzj0EAwIwGTEXMBUG
A1UEAwwOdGVuYW50LmV4YW1wbGUwHhcNMjYwMTAxMDAwMDAwWhcNNDYwMTAxMDAw
MDAwWjAZMRcwFQYDVQQDDA50ZW5hbnQuZXhhbXBsZTBZMBMGByqGSM49AgEGCCqG
SM49AwEHA0IABO/yhg05bbiySSk9g/7WF1iTYHzZIf0rbu5i6FOczIOwWez+8o9M
xL+JmlN3p7fYOu5zVQIEv2wpmmWNlYTwIdEwCgYIKoZIzj0EAwIDSQAwRgIhAOJH
Rv08zUeWL0yr3G/ygTiryEYCKp+1JZ7yZSZgn2KLAiEA4ovqg9hTTgx1Bvn6aKqq
q2bsxZ7iy1VgspVXC5mnaPk=
-----END CERTIFICATE-----`;
const june = `-----BEGIN CERTIFICATE-----
MIIBLTCB06ADAgECAg9HosEdEhp2QuDJS4ffbOowCgYIKoZIzj0EAwIwGTEXMBUG
A1UEAwwOdGVuYW50LmV4YW1wbGUwHhcNMjYwNjAxMDAwMDAwWhcNNDYwNjAxMDAw
MDAwWjAZMRcwFQYDVQQDDA50ZW5hbnQuZXhhbXBsZTBZMBMGByqGSM49AgEGCCqG
SM49AwEHA0IABNgCsUexQAYDo1NfFlk0X5/ajtlwcqRnnz8Llf6cQ5ZckwrXR+df
JHLmul5VGpMnTf8gRAwbYCwzIoLivJ4ENjUwCgYIKoZIzj0EAwIDSQAwRgIhAMHM
gHwdS+QHtTe3r4P5n3wtaght9xeN6YzRtOj0o5CmAiEA+horQPpZ2o0qMG/hNmzM
4ACCNmxsQ8peSqBOWjJ3dCw=
-----END CERTIFICATE-----`;
const dayAfter = `-----BEGIN CERTIFICATE-----
MIIBLDCB06ADAgECAg9y43TiBaK/V7LNKvufuNMwCgYIKoZIzj0EAwIwGTEXMBUG
A1UEAwwOdGVuYW50LmV4YW1wbGUwHhcNMjYwNjAyMDAwMDAwWhcNNDYwNjAyMDAw
MDAwWjAZMRcwFQYDVQQDDA50ZW5hbnQuZXhhbXBsZTBZMBMGByqGSM49AgEGCCqG
SM49AwEHA0IABBxTsdgqe6XyYfdGP5COIEdl3YrYPiGXWP3IGXpURYfqjrBNyBlu
d5uvXdxWR7kHa5o8fksHq3cwV5k25kZiBG4wCgYIKoZIzj0EAwIDSAAwRQIhALg6
N3k8Lv/IpCavSo5M54+bctvTdp0q4EjYW/GYcQYEAiA/baqfnwr0BGzLC48YJVW4
xOjSZqbhyAlVNw8S6ffuGA==
-----END CERTIFICATE-----`;

const places = (certificates: string[]) => publishedCertificates(certificates).map(({ as }) => as);

test("the first is in use, later ones come next, earlier ones were in use before", () => {
	expect(places([june])).toEqual(["current"]);
	expect(places([june, dayAfter, january])).toEqual(["current", "next", "previous"]);
	expect(places([dayAfter, june])).toEqual(["current", "previous"]);
});

test("entries that are no certificate are left out", () => {
	expect(publishedCertificates(["", june, "-----BEGIN CERTIFICATE-----"]).map(({ pem }) => pem)).toEqual([june]);
});

test("published certificates that can't be read are named, beside others or in place of metadata that has none", async () => {
	const tenant = await startFaultServer();
	await pointAtService(tenant.address);
	const published = (...bodies: string[]) => {
		const keys = bodies.map(
			(body) =>
				`<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${body}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`,
		);
		tenant.handle = (_, response) =>
			response.end(
				`<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="urn:tenant"><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys.join("")}</IDPSSODescriptor></EntityDescriptor>`,
			);
		return orMissing(readTenantMetadata("samlp", "portal"));
	};
	try {
		const unreadable = ["Signing certificate 2 of 2 (begins with “AAAA”) is not a certificate in DER."];
		const { metadata } = await published(certificateBody(june), "AAAA");
		expect(metadata).toMatchObject({ certificates: [`${june}\n`], unreadable });
		expect((await published("AAAA")).missing).toBe(
			"The tenant's metadata can't be understood: None of its signing certificates can be used. Signing certificate 1 of 1 (begins with “AAAA”) is not a certificate in DER.",
		);
		expect((await published()).metadata).toMatchObject({ certificates: [], unreadable: [] });
	} finally {
		await clearDashboardState();
		await tenant.close();
	}
});
