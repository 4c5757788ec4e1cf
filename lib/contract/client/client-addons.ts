import { z } from "zod";
import { textLength } from "../limits";
import { describedBy, objectOfEntries, openObject, reportBelow, tooBig, uniqueItems } from "../safe-object";
import {
	ADDON_ADDRESS_LENGTH_MAX,
	ADDON_CERTIFICATE_LENGTH_MAX,
	ADDON_MAPPING_KEY_LENGTH_MAX,
	ADDON_MAPPING_NAMES_MAX,
	ADDON_MAPPINGS_MAX,
	ADDON_TEXT_PATTERN,
	ADDON_URI_LENGTH_MAX,
	ASSERTION_LIFETIME_MAX,
	DIGEST_ALGORITHMS,
	LOGOUT_BINDINGS,
	SIGNATURE_ALGORITHMS,
} from "./addon-limits";
import { CLIENT_URL_PATTERN } from "./client-limits";

const uri = z.string().max(ADDON_URI_LENGTH_MAX).regex(ADDON_TEXT_PATTERN);
export const address = z.string().max(ADDON_ADDRESS_LENGTH_MAX).regex(CLIENT_URL_PATTERN);
const mappingNames = z.union([uri, z.array(uri).min(1).max(ADDON_MAPPING_NAMES_MAX)]);

/** Which attribute, or attributes, a field of the user's profile becomes: `{ email: "http://…/emailaddress" }`. */
const mappings = objectOfEntries<Record<string, string | string[]>>((entries, report) => {
	for (const [key, value] of entries) {
		reportBelow(mappingNames, value, key, report);
		if (textLength(key) > ADDON_MAPPING_KEY_LENGTH_MAX) {
			report(tooBig("string", ADDON_MAPPING_KEY_LENGTH_MAX, key, [key]));
		}
	}
	if (entries.length > ADDON_MAPPINGS_MAX) {
		report(tooBig("object", ADDON_MAPPINGS_MAX, Object.fromEntries(entries)));
	}
}).meta({
	type: "object",
	maxProperties: ADDON_MAPPINGS_MAX,
	propertyNames: { maxLength: ADDON_MAPPING_KEY_LENGTH_MAX },
	additionalProperties: describedBy(mappingNames),
});

const assertionSettings = {
	/** The audience of an assertion; by default the requesting party. */
	audience: uri,
	/** The issuer of an assertion; by default `urn:{host of the service}`. */
	issuer: uri,
	mappings,
	/** Whether there is a `upn` attribute. */
	createUpnClaim: z.boolean(),
	/** Whether fields that no mapping names are included. */
	passthroughClaimsWithNoMapping: z.boolean(),
	/** Whether these keep their bare names. */
	mapUnknownClaimsAsIs: z.boolean(),
	/** Whether attributes name the connection that the user signed in through. */
	mapIdentities: z.boolean(),
	signatureAlgorithm: z.enum(SIGNATURE_ALGORITHMS),
	digestAlgorithm: z.enum(DIGEST_ALGORITHMS),
	lifetimeInSeconds: z.int().min(1).max(ASSERTION_LIFETIME_MAX),
	nameIdentifierFormat: uri,
	/** Attributes of which the first that a user has becomes the name identifier. */
	nameIdentifierProbes: uniqueItems(uri, ADDON_MAPPING_NAMES_MAX),
	authnContextClassRef: uri,
	typedAttributes: z.boolean(),
	includeAttributeNameFormat: z.boolean(),
};

export const samlSettings = openObject({
	...assertionSettings,
	/** `Recipient` and `Destination` of the response; it is sent to one of the callbacks nevertheless. */
	recipient: address,
	destination: address,
	/** The response is signed instead of the assertion in it. */
	signResponse: z.boolean(),
	logout: openObject({ callback: address, slo_enabled: z.boolean() }),
	/** How messages of a logout are sent to the application. */
	binding: z.enum(LOGOUT_BINDINGS),
	/** The application's certificate: with it, only signed messages are accepted. */
	signingCert: z.string().max(ADDON_CERTIFICATE_LENGTH_MAX),
});
export type SamlSettings = z.infer<typeof samlSettings>;

export const wsFederationSettings = openObject(assertionSettings);
export type WsFederationSettings = z.infer<typeof wsFederationSettings>;

/** Settings of the protocols besides OpenID Connect. An empty object enables one. An application has one of them, not both. */
export const clientAddons = z.strictObject({ samlp: samlSettings, wsfed: wsFederationSettings }).partial();
export type ClientAddons = z.infer<typeof clientAddons>;
