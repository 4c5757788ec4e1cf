import fc from "fast-check";
import { type ConnectionContent, emptyContent } from "./connection-content";
import { CHOICE_FIELDS, choices, SWITCH_FIELDS, TEXT_FIELDS } from "./option-catalogue";

const pem = (body: string) => `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`;
/** Of the shape of certificates; nobody reads them. */
export const CERTIFICATES = [pem("b25l"), pem("b25l") + pem("dHdv")];

export const acmeContent: ConnectionContent = {
	...emptyContent,
	...{ name: "acme", displayName: "Acme", issuer: "urn:acme", signInEndpoint: "https://acme.example/in" },
	...{ isShown: true, clients: ["shop"], mapping: { email: ["mail"] } },
};

const each = <Name extends string, Value>(names: readonly Name[], value: (name: Name) => fc.Arbitrary<Value>) =>
	Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, fc.Arbitrary<Value>>;
const lists = fc.constantFrom(undefined, ["urn:a"], ["urn:a", "mail"]);

/** Of few values, so that two of them often have something in common. */
export const content: fc.Arbitrary<ConnectionContent> = fc
	.record({
		...each(
			TEXT_FIELDS.filter((name) => name !== "name"),
			(name) =>
				name === "signingCert"
					? fc.constantFrom("", ...CERTIFICATES)
					: fc.constantFrom("", "https://a.example/", "https://b.example/"),
		),
		...each(SWITCH_FIELDS, () => fc.boolean()),
		...each(CHOICE_FIELDS, (name) => fc.constantFrom(...choices[name].options.map(([value]) => value))),
		email: lists,
		user_id: lists,
		clients: fc.subarray(["shop", "__proto__", "portal"]),
	})
	.map(({ email, user_id, ...rest }) => ({
		...{ ...rest, name: "acme" },
		mapping: { ...(user_id && { user_id }), ...(email && { email }) },
	}));

/** Such as no rule stops, whatever came before. */
export const savable: fc.Arbitrary<ConnectionContent> = content.map((one) => ({
	...{ ...one, displayName: one.displayName || "Acme", signInEndpoint: one.signInEndpoint || "https://a.example/" },
	defaultClient: one.clients[0] ?? "",
}));
