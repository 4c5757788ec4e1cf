import fc from "fast-check";
import { contentsOf } from "@/app/_testing/contents-of";
import { type SingleSignOnContent, singleSignOnEditor } from "./single-sign-on-editor";

export const portal: SingleSignOnContent = {
	...singleSignOnEditor.defaults,
	protocol: "samlp",
	audience: "urn:portal",
	callbacks: ["https://portal.example/acs"],
};

const some = (...members: string[]) => fc.subarray(members);

/** Applications of few values, so that two of them often have something in common. */
export const content: fc.Arbitrary<SingleSignOnContent> = contentsOf(singleSignOnEditor, {
	protocol: fc.constantFrom("off", "samlp", "wsfed"),
	callbacks: some("https://a.example/", "https://b.example/"),
	aliases: some("urn:x", "urn:y"),
	lifetimeInSeconds: fc.constantFrom("", "60", "600"),
	probes: some("urn:a", "urn:b"),
	mappings: fc.uniqueArray(
		fc.record({ field: fc.constantFrom("email", "__proto__"), name: fc.constantFrom("urn:a", "urn:b") }),
		{ selector: ({ field, name }) => `${field} ${name}` },
	),
});
