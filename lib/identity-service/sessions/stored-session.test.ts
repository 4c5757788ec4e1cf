import { describe, expect, it } from "vitest";
import { sessionGrantId } from "./session-grant";
import { mergedSession } from "./stored-session";

const OWN = { uid: "session", accountId: "user" };
const BASE = { ...OWN, loginTs: 100, amr: ["pwd"], authorizations: { web: { sid: "1", grantId: "grant" } } };
const SIGN_IN = { id: "first", isCounted: true };

describe("a session that others have stored since a request read it", () => {
	it("keeps their sign-in and their changes, and gets those of the request", () => {
		const stored = {
			...BASE,
			loginTs: 200,
			amr: ["otp"],
			signIn: SIGN_IN,
			state: { secret: "theirs" },
			authorizations: { ...BASE.authorizations, theirs: { sid: "2", grantId: "their grant" } },
		};
		const after = { ...BASE, authorizations: { ...BASE.authorizations, mine: { sid: "3", grantId: "my grant" } } };
		expect(mergedSession(BASE, stored, after, undefined)).toEqual({
			...stored,
			authorizations: { ...stored.authorizations, mine: { sid: "3", grantId: "my grant" } },
		});
	});

	it("gets the sign-in of the request, once", () => {
		const stored = { ...BASE, signIn: SIGN_IN };
		const after = { ...BASE, loginTs: 300, amr: ["otp"], state: { secret: "mine" } };
		const merged = mergedSession(BASE, stored, after, "second");
		expect(merged).toMatchObject({ ...after, signIn: { id: "second", isCounted: false } });
		const counted = { ...merged, signIn: { id: "second", isCounted: true } };
		// The same sign-in at its next page, as the one for consent.
		expect(mergedSession(counted, counted, { ...after, loginTs: 305 }, "second")).toEqual(counted);
		// An older one, whose request is stored last.
		expect(mergedSession(BASE, counted, { ...BASE, loginTs: 250 }, "third")).toMatchObject(counted);
	});

	it("names the grant that ends with it, also of an application that got a refresh token last", () => {
		const lasting = { sid: "4", grantId: "of the refresh token", persistsLogout: true };
		const after = { ...BASE, authorizations: { web: lasting, other: lasting, asked: {} } };
		expect(mergedSession(BASE, BASE, after, undefined).authorizations).toEqual({
			web: { sid: "1", grantId: "grant" },
			other: { sid: "4", grantId: sessionGrantId("session", "user", "other") },
		});
	});
});
