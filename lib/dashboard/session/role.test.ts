import { expect, test } from "vitest";
import { roleOf as decide, type Identity } from "./role";

const config = {
	editors: ["auth0|1", "Ed@Example.com"],
	support: ["auth0|4", "ed@example.com"],
	viewers: ["auth0|2", "vi@example.com", "auth0|4"],
	roleClaim: null,
};

const roleOf = (identity: Identity, settings: Omit<typeof config, "roleClaim">) =>
	decide(identity, { roleClaim: null, ...settings })?.role ?? null;

test("a subject is admitted with its role", () => {
	expect(roleOf({ subject: "auth0|1", email: null, emailVerified: false }, config)).toBe("editor");
	expect(roleOf({ subject: "auth0|2", email: null, emailVerified: false }, config)).toBe("viewer");
});

test("an e-mail address counts only when it is verified, in any case of letters", () => {
	expect(roleOf({ subject: "x", email: "ed@example.com", emailVerified: true }, config)).toBe("editor");
	expect(roleOf({ subject: "x", email: "ed@example.com", emailVerified: false }, config)).toBeNull();
});

test("an address that only looks the same, or becomes the same in small letters, is another", () => {
	const kim = { editors: ["kim@example.com"], support: [], viewers: ["user|KIM"] };
	const verified = (email: string) => roleOf({ subject: "x", email, emailVerified: true }, kim);
	expect(verified("KIM@EXAMPLE.COM")).toBe("editor");
	// The Kelvin sign, a dotted capital I, and letters of full width.
	for (const email of ["\u212aim@example.com", "k\u0130m@example.com", "\uff4bim@example.com", " kim@example.com"]) {
		expect(verified(email)).toBeNull();
	}
});

test("no other user has a role", () => {
	expect(roleOf({ subject: "auth0|3", email: "x@example.com", emailVerified: true }, config)).toBeNull();
	expect(roleOf({ subject: "AUTH0|1", email: null, emailVerified: true }, config)).toBeNull();
});

test("who is listed more than once has the role that may most: editor, then support, then viewer", () => {
	const everywhere = { editors: ["a"], support: ["a", "b"], viewers: ["a", "b", "c"] };
	const roles = ["a", "b", "c"].map((subject) => roleOf({ subject, email: null, emailVerified: false }, everywhere));
	expect(roles).toEqual(["editor", "support", "viewer"]);
});
