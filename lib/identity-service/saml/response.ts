import { SAML_LIFETIME_SECONDS } from "@/lib/contract/client/addon-limits";
import type { SamlSettings } from "@/lib/contract/client/client-addons";
import { type Markup, xml } from "@/lib/xml/markup";
import { signXml } from "@/lib/xml/sign";
import { samlSettingsOf } from "../clients/addon-settings";
import type { IdentityService } from "../context/identity-service";
import { entityId, newMessageId } from "../identity-provider/entity";
import type { FederatedRequest, RequestedContext } from "../identity-provider/federated-request";
import type { FederatedLogin, FederatedProtocol } from "../identity-provider/federated-response";
import { signingMaterial } from "../identity-provider/signing-material";
import { requireNameIdentifier, type UserAttribute, userAttributes } from "../identity-provider/user-attributes";
import { saveParticipant } from "../sessions/saml-sessions";
import * as names from "./names";
import { formFields, type Status, statusMarkup } from "./outbound-messages";
import type { SamlClient } from "./saml-client";

const PASSIVE_ERRORS = ["login_required", "consent_required", "interaction_required", "account_selection_required"];

/** SAML 2.0's responses to sign-ins through its own endpoint. */
export const samlProtocol: FederatedProtocol = {
	async success(service, request, client, login) {
		const settings = samlSettingsOf(client);
		if (!settings) return null;
		const response = await samlResponse(service, request, { client, settings }, login);
		return formFields("SAMLResponse", response, request.state);
	},
	async error(service, request, client, error) {
		const settings = samlSettingsOf(client);
		if (!settings) return null;
		const status = PASSIVE_ERRORS.includes(error) ? names.NO_PASSIVE : names.REQUEST_DENIED;
		return formFields("SAMLResponse", await errorResponse(service, request, settings, status), request.state);
	},
};

/**
 * The response to an application that a user has signed in to (SAML profiles 2.0 section 4.1.4): one assertion, or an error
 * where the user has not signed in as it was requested.
 * @throws Refusal where the user has no name identifier
 */
export async function samlResponse(
	service: IdentityService,
	request: FederatedRequest,
	{ client, settings }: SamlClient,
	login: FederatedLogin,
): Promise<string> {
	const { nameIdentifierFormat: nameIdFormat = names.UNSPECIFIED_NAME } = settings;
	const { lifetimeInSeconds = SAML_LIFETIME_SECONDS } = settings;
	const context = contextClass(request.authnContext ?? null, login.methods, settings.authnContextClassRef);
	if (context === null) return errorResponse(service, request, settings, names.NO_AUTHN_CONTEXT);
	const attributes = userAttributes(service, login.user, client, settings);
	const nameId = requireNameIdentifier(attributes, settings.nameIdentifierProbes);
	const sessionIndex = await saveParticipant(service, {
		accountId: login.user.user_id,
		sessionUid: login.sessionUid,
		clientId: client.client_id,
		nameId,
		nameIdFormat,
	});
	const now = service.now();
	const [issued, until] = [now.toISOString(), new Date(now.getTime() + lifetimeInSeconds * 1000).toISOString()];
	const { issuer = entityId(service.config), recipient = request.replyTo } = settings;
	const audience = settings.audience ?? request.requester ?? client.client_id;
	const id = newMessageId();
	const subject = xml`<saml:Subject><saml:NameID Format="${nameIdFormat}">${nameId}</saml:NameID><saml:SubjectConfirmation Method="${names.BEARER}"><saml:SubjectConfirmationData NotOnOrAfter="${until}" Recipient="${recipient}"${inResponseTo(request)}/></saml:SubjectConfirmation></saml:Subject>`;
	const conditions = xml`<saml:Conditions NotBefore="${issued}" NotOnOrAfter="${until}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`;
	const authentication = xml`<saml:AuthnStatement AuthnInstant="${login.authenticatedAt.toISOString()}" SessionIndex="${sessionIndex}"><saml:AuthnContext><saml:AuthnContextClassRef>${context}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`;
	const statement = attributeStatement(attributes, settings);
	const assertion = (signature: Markup | null) =>
		xml`<saml:Assertion xmlns:saml="${names.ASSERTION}" Version="2.0" ID="${id}" IssueInstant="${issued}"><saml:Issuer>${issuer}</saml:Issuer>${signature}${subject}${conditions}${authentication}${statement}</saml:Assertion>`;
	return signedResponse(service, request, settings, [names.SUCCESS], assertion);
}

/**
 * A response that reports why no user is signed in.
 * @param status second-level code (SAML core 2.0 section 3.2.2.2)
 */
export function errorResponse(
	service: IdentityService,
	request: FederatedRequest,
	settings: SamlSettings,
	status: string,
): Promise<string> {
	return signedResponse(service, request, settings, [names.RESPONDER, status], null);
}

/** SAML core 2.0 section 3.2.2. The assertion in it is signed, or else the whole response. */
async function signedResponse(
	service: IdentityService,
	request: FederatedRequest,
	settings: SamlSettings,
	status: Status,
	assertion: ((signature: Markup | null) => Markup) | null,
): Promise<string> {
	const { destination = request.replyTo, issuer = entityId(service.config) } = settings;
	const [id, issued] = [newMessageId(), service.now().toISOString()];
	const response = (signature: Markup | null, content: Markup | null) =>
		xml`<samlp:Response xmlns:samlp="${names.PROTOCOL}" ID="${id}"${inResponseTo(request)} Version="2.0" IssueInstant="${issued}" Destination="${destination}"><saml:Issuer xmlns:saml="${names.ASSERTION}">${issuer}</saml:Issuer>${signature}${statusMarkup(status)}${content}</samlp:Response>`;
	const material = await signingMaterial(service, settings);
	const signed =
		assertion && !settings.signResponse
			? signXml((signature) => response(null, assertion(signature)), { name: "Assertion", idAttribute: "ID" }, material)
			: signXml(
					(signature) => response(signature, assertion?.(null) ?? null),
					{ name: "Response", idAttribute: "ID" },
					material,
				);
	return signed.toString();
}

function inResponseTo({ inResponseTo: id }: FederatedRequest): Markup | null {
	return id === null ? null : xml` InResponseTo="${id}"`;
}

type AttributeSettings = { typedAttributes?: boolean; includeAttributeNameFormat?: boolean };

/** Null without attributes: a statement must have one at least (SAML core 2.0 section 2.7.3). */
function attributeStatement(
	attributes: readonly UserAttribute[],
	{ typedAttributes = true, includeAttributeNameFormat = true }: AttributeSettings,
): Markup | null {
	if (attributes.length === 0) return null;
	// Two fields that are mapped to one name are one attribute with both values.
	const statement = [...Map.groupBy(attributes, ({ name }) => name)].map(([name, values]) => {
		const format = includeAttributeNameFormat ? xml` NameFormat="${attributeNameFormat(name)}"` : null;
		const markup = values.map(
			({ value }) =>
				xml`<saml:AttributeValue xsi:type="xs:${typedAttributes ? typeof value : "anyType"}">${value}</saml:AttributeValue>`,
		);
		return xml`<saml:Attribute Name="${name}"${format}>${markup}</saml:Attribute>`;
	});
	return xml`<saml:AttributeStatement xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${statement}</saml:AttributeStatement>`;
}

const FORMATS = "urn:oasis:names:tc:SAML:2.0:attrname-format:";

/** RFC 3986: a scheme, and nothing that has to be escaped. */
const URI = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`\p{Cc}]+$/u;

/** XML 1.0 section 2.3, productions 4 to 5. */
const NAME_START =
	":A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}-\\u{200D}\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}";
const XML_NAME = new RegExp(`^[${NAME_START}][${NAME_START}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}-\\u{2040}]*$`, "u");

/** The format of an attribute's name (SAML core 2.0 section 8.2), by its syntax. */
export function attributeNameFormat(name: string): string {
	if (URI.test(name)) return `${FORMATS}uri`;
	return FORMATS + (XML_NAME.test(name) ? "basic" : "unspecified");
}

/** The weakest first. */
const BY_CODE = [names.UNSPECIFIED_CONTEXT];
const BY_PASSWORD = [names.UNSPECIFIED_CONTEXT, names.PASSWORD_CONTEXT, names.PROTECTED_PASSWORD_CONTEXT];

/**
 * The class that an assertion names.
 * @param methods by which the user has signed in (RFC 8176)
 * @param setting the class that is set for the application, whatever the methods
 * @returns null where the request can't be met
 */
export function contextClass(
	requested: RequestedContext | null,
	methods: readonly string[],
	setting?: string,
): string | null {
	const [usual, ...stronger] = setting === undefined ? (methods.includes("pwd") ? BY_PASSWORD : BY_CODE) : [setting];
	if (!requested) return usual ?? null;
	const known = [usual, ...stronger].filter((name) => name !== undefined);
	const ranks = requested.classRefs.map((name) => known.indexOf(name)).filter((rank) => rank !== -1);
	// An unknown class is neither weaker nor stronger than another.
	if (ranks.length === 0) return null;
	const strongest = known.length - 1;
	switch (requested.comparison) {
		case "exact":
			return known[ranks[0] ?? 0] ?? null;
		case "minimum":
			return known[strongest] ?? null;
		case "maximum":
			return known[Math.max(...ranks)] ?? null;
		case "better":
			return strongest > Math.max(...ranks) ? (known[strongest] ?? null) : null;
	}
}

/** Whether a way to sign in meets the requested context. */
export function canMeetContext(requested: RequestedContext | null, setting?: string): boolean {
	return contextClass(requested, ["pwd"], setting) !== null;
}
