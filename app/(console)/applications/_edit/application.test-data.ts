import fc from "fast-check";
import type { ApplicationContent } from "./application-editor";

export const shop: ApplicationContent = {
	name: "Shop",
	description: "",
	type: "regular_web",
	idTokenLifetime: "36000",
	rotates: false,
	absoluteLifetime: "2592000",
	idleLifetime: "1296000",
	namesAddress: false,
	signUp: true,
	callbacks: ["https://shop.example/callback"],
	logoutUrls: ["https://shop.example/bye"],
	webOrigins: [],
	grants: ["authorization_code", "refresh_token"],
};

const some = (...members: string[]) => fc.subarray(members);

/** Applications of few values, so that two of them often have something in common. */
export const content: fc.Arbitrary<ApplicationContent> = fc.record({
	name: fc.constantFrom("Shop", "Bar", "Door"),
	description: fc.constantFrom("", "sells", "closes"),
	type: fc.constantFrom("regular_web", "spa", "native"),
	callbacks: some("https://a.example/", "https://b.example/", "com.example.app:/c"),
	logoutUrls: some("https://a.example/", "https://b.example/"),
	webOrigins: some("https://a.example", "https://b.example"),
	grants: some("authorization_code", "refresh_token", "urn:example:own"),
	idTokenLifetime: fc.constantFrom("1", "600", "36000"),
	rotates: fc.boolean(),
	absoluteLifetime: fc.constantFrom("", "2592000", "31557600"),
	idleLifetime: fc.constantFrom("", "60", "1296000"),
	namesAddress: fc.boolean(),
	signUp: fc.boolean(),
});
