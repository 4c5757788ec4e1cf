import { UnreadableMetadata } from "../errors";
import type { XmlElement } from "../parsing/xml-element";
import { attributeOf, childrenOf, textOf } from "../read-element";
import { type SigningCertificates, signingCertificates } from "./metadata-certificates";
import { METADATA } from "./metadata-names";
import {
	type Endpoint,
	endpointsOf,
	entitiesIn,
	entityIdOf,
	type FoundEntity,
	isTrue,
	readable,
	readMetadata,
	requirePasted,
	rolesOf,
	speaksSaml,
} from "./metadata-parts";

/** By binding. */
type Addresses = { redirect: string | null; post: string | null };

/** An identity provider's metadata. Nothing of it is verified. */
export type ProviderMetadata = SigningCertificates & {
	entityId: string;
	signIn: Addresses;
	/** `responseLocation`: for responses to a logout, if not the same address. */
	signOut: Addresses & { responseLocation: string | null };
	wantsSignedRequests: boolean;
	nameIdFormats: string[];
	/** The earliest one of all; null where there is none. */
	validUntil: Date | null;
};

const BINDING = "urn:oasis:names:tc:SAML:2.0:bindings:";

/**
 * Reads the metadata of one SAML 2.0 identity provider: its EntityDescriptor, or an EntitiesDescriptor in which it is the
 * only one.
 * @throws UnreadableMetadata
 */
export function readProviderMetadata(text: string): ProviderMetadata {
	requirePasted(text);
	const root = readMetadata(text);
	return readable(() => {
		const { entity, role, around } = onlyProvider(root);
		const logout = endpointsOf(role, "SingleLogoutService");
		return {
			entityId: entityIdOf(entity),
			signIn: addresses(endpointsOf(role, "SingleSignOnService")),
			signOut: { ...addresses(logout), responseLocation: responseLocation(logout) },
			...signingCertificates(role),
			wantsSignedRequests: isTrue(role, "WantAuthnRequestsSigned"),
			nameIdFormats: childrenOf(role, METADATA, "NameIDFormat").map((format) => textOf(format)),
			validUntil: earliest([...around, entity, role].flatMap(endOf)),
		};
	});
}

function onlyProvider(root: XmlElement): FoundEntity & { role: XmlElement } {
	const entities = entitiesIn(root);
	const roles = entities.flatMap(({ entity, around }) =>
		rolesOf(entity, "IDPSSODescriptor").map((role) => ({ entity, role, around })),
	);
	const [provider, ...others] = roles.filter(({ role }) => speaksSaml(role));
	if (provider && others.length === 0) return provider;
	if (provider) {
		throw new UnreadableMetadata(
			`This describes ${others.length + 1} identity providers. Paste the EntityDescriptor of the one that you mean.`,
		);
	}
	if (roles.length > 0)
		throw new UnreadableMetadata("The identity provider that this describes does not support SAML 2.0.");
	if (entities.some(({ entity }) => rolesOf(entity, "SPSSODescriptor").length > 0)) {
		throw new UnreadableMetadata(
			"This is the metadata of an application. Paste that of the identity provider, which has an IDPSSODescriptor.",
		);
	}
	throw new UnreadableMetadata("This does not describe an identity provider: it has no IDPSSODescriptor.");
}

function addresses(endpoints: Endpoint[]): Addresses {
	const at = (binding: string) => endpoints.find((endpoint) => endpoint.binding === BINDING + binding);
	return { redirect: at("HTTP-Redirect")?.location ?? null, post: at("HTTP-POST")?.location ?? null };
}

/** Of the preferred endpoint, and only where it differs from the endpoint's address. */
function responseLocation(endpoints: (Endpoint & { element: XmlElement })[]): string | null {
	const [endpoint] = ["HTTP-Redirect", "HTTP-POST"].flatMap((name) =>
		endpoints.filter(({ binding }) => binding === BINDING + name),
	);
	const location = endpoint && attributeOf(endpoint.element, "ResponseLocation");
	return location && location !== endpoint.location ? location : null;
}

function endOf(element: XmlElement): Date[] {
	const text = attributeOf(element, "validUntil");
	if (text === undefined) return [];
	const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/.exec(text);
	// Without a zone it is UTC (SAML 2.0 core, section 1.3.3).
	const end = new Date(time?.[2] === undefined ? `${text}Z` : text);
	if (!time || Number.isNaN(end.getTime())) {
		throw new UnreadableMetadata(`${element.name} has a validUntil that is not a time.`);
	}
	return [end];
}

function earliest(times: Date[]): Date | null {
	return times.reduce<Date | null>((first, time) => (first === null || time < first ? time : first), null);
}
