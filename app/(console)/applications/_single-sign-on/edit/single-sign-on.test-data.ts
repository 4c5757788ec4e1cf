import fc from "fast-check";
import { CHOICE_SETTINGS, choiceSettings, SWITCH_SETTINGS, TEXT_SETTINGS } from "./setting-catalogue";
import { emptyContent, type SingleSignOnContent } from "./single-sign-on-content";

export const portal: SingleSignOnContent = {
	...emptyContent,
	...{ protocol: "samlp", audience: "urn:portal", callbacks: ["https://portal.example/acs"] },
};

const some = (...members: string[]) => fc.subarray(members);
const each = <Name extends string, Value>(names: readonly Name[], value: (name: Name) => fc.Arbitrary<Value>) =>
	Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, fc.Arbitrary<Value>>;

/** Applications of few values, so that two of them often have something in common. */
export const content: fc.Arbitrary<SingleSignOnContent> = fc.record({
	protocol: fc.constantFrom("off" as const, "samlp" as const, "wsfed" as const),
	...each(TEXT_SETTINGS, (name) => fc.constantFrom("", ...(name === "lifetimeInSeconds" ? ["60", "600"] : ["a", "b"]))),
	...each(SWITCH_SETTINGS, () => fc.boolean()),
	...each(CHOICE_SETTINGS, (name) => fc.constantFrom(...choiceSettings[name].options.map(([value]) => value))),
	mappings: fc.uniqueArray(
		fc.record({ field: fc.constantFrom("email", "__proto__"), name: fc.constantFrom("urn:a", "urn:b") }),
		{ selector: ({ field, name }) => `${field} ${name}` },
	),
	probes: some("urn:a", "urn:b"),
	aliases: some("urn:x", "urn:y"),
	callbacks: some("https://a.example/", "https://b.example/"),
});
