import { expect, test } from "vitest";
import { signInFailure } from "./next-auth";

/** As the sign-in library logs it. */
const failure = (message: string, code?: string) => ({
	error: Object.assign(new Error(message), code ? { code } : {}),
	providerId: "identity-service",
});

test.each([
	["access_denied (Unauthorized)", "SIGN_IN_CLIENT_SECRET"],
	["invalid_client (Client authentication failed)", "client_secret_post"],
	["invalid_client", "SIGN_IN_CLIENT_SECRET"],
	["unauthorized_client (Grant type 'authorization_code' not allowed for the client.)", "grant authorization_code"],
	["access_denied", "the user, refused"],
	["State cookie was missing.", "cookie"],
	["state mismatch, expected a, got: b", "cookie"],
	["decryption operation failed", "another SESSION_SECRET"],
	["unexpected iss value, expected https://a/, got: https://b/", "AUTH_BASE_URL"],
	["iss mismatch, expected https://a/, got: https://b/", "a different issuer"],
	["id_token issued in the future, now 1, iat 2", "clock"],
	["JWT expired, now 2, exp 1", "clock"],
	["aud mismatch, expected a, got: b", "SIGN_IN_CLIENT_ID"],
	["unexpected JWT alg received, expected RS256, got: HS256", "RS256"],
	["expected 200 OK, got: 404 Not Found", "not an OpenID Connect service"],
	["outgoing request timed out after 10000ms", "did not answer in time"],
])("%s is reported as %s", (message, words) => {
	expect(signInFailure(failure(message))).toContain(words);
});

test.each([
	["ECONNREFUSED", "Nothing listens"],
	["ENOTFOUND", "DNS"],
	["DEPTH_ZERO_SELF_SIGNED_CERT", "certificate is not one that this machine trusts"],
	["CERT_HAS_EXPIRED", "at this machine's time"],
])("%s is reported as %s, with the setting to check", (code, words) => {
	const reason = signInFailure(failure("it failed", code));
	expect(reason).toContain(words);
	expect(reason).toContain("AUTH_BASE_URL");
});

test.each(["SQLITE_FULL", "53100", "ENOSPC", "ECONNREFUSED"])(
	"a store that fails with %s is not blamed on the tenant",
	(code) => {
		const reason = signInFailure(Object.assign(new Error("it failed"), { code }));
		expect(reason).toBe(`The tenant let the user in, but the console could not store the session. (${code})`);
	},
);

test("nothing of the library's text is repeated", () => {
	for (const message of ["invalid_client (secret s3cr3t)", "aud mismatch, expected s3cr3t, got: x", "s3cr3t"]) {
		expect(signInFailure(failure(message))).not.toContain("s3cr3t");
	}
	for (const odd of [null, undefined, "s3cr3t", 1, {}, { error: null }]) {
		expect(signInFailure(odd)).toBe("The sign-in failed for another reason.");
	}
});
