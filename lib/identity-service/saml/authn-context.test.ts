import { expect, it } from "vitest";
import type { RequestedContext } from "../identity-provider/federated-request";
import { PASSWORD_CONTEXT, PROTECTED_PASSWORD_CONTEXT, UNSPECIFIED_CONTEXT } from "./names";
import { canMeetContext, contextClass } from "./response";

const CARD = "urn:oasis:names:tc:SAML:2.0:ac:classes:Smartcard";

it.each<[RequestedContext["comparison"], string[], string | null]>([
	["exact", [PROTECTED_PASSWORD_CONTEXT], PROTECTED_PASSWORD_CONTEXT],
	["exact", [CARD, PASSWORD_CONTEXT, UNSPECIFIED_CONTEXT], PASSWORD_CONTEXT],
	["exact", [CARD], null],
	["exact", [], null],
	["minimum", [UNSPECIFIED_CONTEXT], PROTECTED_PASSWORD_CONTEXT],
	["minimum", [PROTECTED_PASSWORD_CONTEXT], PROTECTED_PASSWORD_CONTEXT],
	["minimum", [CARD], null],
	["maximum", [PASSWORD_CONTEXT], PASSWORD_CONTEXT],
	["maximum", [CARD], null],
	["better", [PASSWORD_CONTEXT], PROTECTED_PASSWORD_CONTEXT],
	["better", [PROTECTED_PASSWORD_CONTEXT], null],
	["better", [CARD], null],
])("a password meets %s %j by %s", (comparison, classRefs, expected) => {
	expect(contextClass({ comparison, classRefs }, ["pwd"])).toBe(expected);
});

it("a login by a code is no login by a password", () => {
	expect(contextClass(null, ["otp"])).toBe(UNSPECIFIED_CONTEXT);
	expect(contextClass({ comparison: "exact", classRefs: [PASSWORD_CONTEXT] }, ["otp"])).toBeNull();
	expect(contextClass({ comparison: "minimum", classRefs: [UNSPECIFIED_CONTEXT] }, ["otp"])).toBe(UNSPECIFIED_CONTEXT);
});

it("the application's own class is the one that is named, and no other can be requested", () => {
	expect(contextClass(null, ["pwd"], CARD)).toBe(CARD);
	expect(contextClass({ comparison: "exact", classRefs: [PASSWORD_CONTEXT, CARD] }, ["pwd"], CARD)).toBe(CARD);
	expect(canMeetContext({ comparison: "exact", classRefs: [PASSWORD_CONTEXT] }, CARD)).toBe(false);
	expect(canMeetContext({ comparison: "exact", classRefs: [PASSWORD_CONTEXT] })).toBe(true);
	expect(canMeetContext(null)).toBe(true);
});
