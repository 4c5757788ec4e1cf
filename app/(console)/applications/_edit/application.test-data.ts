import fc from "fast-check";
import { contentsOf } from "@/app/_testing/contents-of";
import { type ApplicationContent, applicationEditor } from "./application-editor";

export const shop: ApplicationContent = {
	...applicationEditor.defaults,
	name: "Shop",
	type: "regular_web",
	idTokenLifetime: "36000",
	absoluteLifetime: "2592000",
	idleLifetime: "1296000",
	callbacks: ["https://shop.example/callback"],
	logoutUrls: ["https://shop.example/bye"],
	grants: ["authorization_code", "refresh_token"],
};

const some = (...members: string[]) => fc.subarray(members);

/** Applications of few values, so that two of them often have something in common. */
export const content: fc.Arbitrary<ApplicationContent> = contentsOf(applicationEditor, {
	name: fc.constantFrom("Shop", "Bar", "Door"),
	type: fc.constantFrom("regular_web", "spa", "native"),
	callbacks: some("https://a.example/", "https://b.example/", "com.example.app:/c"),
	logoutUrls: some("https://a.example/", "https://b.example/"),
	webOrigins: some("https://a.example", "https://b.example"),
	grants: some("authorization_code", "refresh_token", "urn:example:own"),
	idTokenLifetime: fc.constantFrom("1", "600", "36000"),
	absoluteLifetime: fc.constantFrom("", "2592000", "31557600"),
	idleLifetime: fc.constantFrom("", "60", "1296000"),
});
