import { expect, test } from "vitest";
import { publishedCertificates } from "./tenant-metadata";

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
