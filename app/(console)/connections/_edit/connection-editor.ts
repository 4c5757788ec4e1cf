import { type Content, defineEditor, type Values } from "@/app/_editor/editor";
import { members } from "@/app/_editor/kinds/lists";
import { text, tooLong } from "@/app/_editor/kinds/text";
import { toggle } from "@/app/_editor/kinds/toggle";
import { CLIENT_NAME_PATTERN } from "@/lib/contract/client/client-limits";
import {
	CONNECTION_CLIENTS_MAX,
	CONNECTION_DISPLAY_NAME_LENGTH_MAX,
	CONNECTION_NAME_LENGTH_MAX,
	CONNECTION_NAME_PATTERN,
} from "@/lib/contract/connection/connection-limits";
import { textLength } from "@/lib/contract/limits";
import { act } from "@/lib/dashboard/change-in-words";
import { accessKind, fullAccess, partAt } from "./access";
import { profileMapping } from "./mapping";
import { nameOf, optionText } from "./option-kinds";
import { metadataFields, providerInitiatedFields } from "./provider-fields";

/** The fields that determine the application of a sign-in that begins at the provider. */
const PROVIDER_INITIATED_FIELDS = Object.keys(providerInitiatedFields) as (keyof typeof providerInitiatedFields)[];

const CHOOSE_CLIENT = "Choose where a sign-in that begins at the provider leads.";
const KEEPS_DISPLAY_NAME = "The display name can't be removed: users read it on the button. Enter another one.";

const fields = {
	name: text({
		label: "Name",
		help: "Letters, digits and hyphens. It is part of URLs and user IDs, so it can't be changed later.",
		wire: "name",
		required: "A name is needed.",
		rule(name) {
			if (name.length > CONNECTION_NAME_LENGTH_MAX) return tooLong(name, CONNECTION_NAME_LENGTH_MAX);
			return CONNECTION_NAME_PATTERN.test(name)
				? null
				: "Use letters from a to z, digits, and hyphens between them: the name is part of URLs.";
		},
		isTrimmed: true,
	}),
	displayName: text({
		label: "Display name",
		help: "On the button: “Continue with …”. Empty: the name.",
		wire: "display_name",
		rule: displayNameFault,
		isTrimmed: true,
	}),
	...metadataFields,
	isQuietSignOut: toggle({
		label: "Don't notify the provider when a user signs out",
		help: "Signing out then ends only the session here.",
		wire: "options.disableSignout",
	}),
	// Without any the connection is off.
	clients: members({
		label: "Applications",
		help: "Users who sign in to these can choose this provider. With none ticked it is off.",
		wire: "clients",
		alsoAt: ["enabled_clients"],
		partInSentence: nameOf,
		partLabel: (id, names) => `Application ${nameOf(id, names)}`,
		added: (application) => act("let", `${application} use it`),
		removed: (application) => act("stop", `${application} from using it`),
		states: ["may use it", "may not use it"],
		fault: ({ length }) => (length > CONNECTION_CLIENTS_MAX ? `At most ${CONNECTION_CLIENTS_MAX} fit.` : null),
	}),
	isShown: toggle({
		label: "Show a button on the sign-in page",
		help: "Off: users reach it only from applications that ask for it by name.",
		wire: "show_as_button",
	}),
	userIdAttribute: optionText({
		label: "User ID attribute",
		help: "Identifies a user. Empty: the NameID. Changing it later creates a new account for everybody.",
		wire: "options.user_id_attribute",
	}),
	mapping: profileMapping,
	...providerInitiatedFields,
	entityId: optionText({
		label: "Entity ID of this tenant",
		help: "The entity ID that this tenant uses towards the provider.",
		wire: "options.entityId",
	}),
	access: accessKind,
};

/** The fields of a connection that can be edited. */
export const connectionEditor = defineEditor({
	what: "identity provider",
	fields,
	// What can't be changed is neither compared nor sent.
	applies: (field, { access = fullAccess }) => access[partAt(fields[field].codec.wire)] === "edited",
	rule({ content, baseline, isChanged }) {
		const { displayName, clients, defaultClient, isProviderInitiated, access = fullAccess } = content;
		// No sign-in begins at a connection that is off, so turning it off is never refused by this.
		const isKnown = access.options === "edited" && access.clients === "edited";
		const canBegin = isProviderInitiated && clients.length > 0 && isKnown;
		// A tenant may store one without an application, or with one that is not ticked: that blocks no other edit.
		const isTakenAway = baseline?.clients.includes(defaultClient) && isChanged("clients");
		const isJudged = PROVIDER_INITIATED_FIELDS.some(isChanged) || isTakenAway;
		const leads = defaultClient === "" ? CHOOSE_CLIENT : "Choose one of the applications that may use it.";
		return {
			...(baseline && isChanged("name") && { name: "The name stays: it can't be changed." }),
			...(baseline?.displayName &&
				displayName === "" &&
				isChanged("displayName") && { displayName: KEEPS_DISPLAY_NAME }),
			...(canBegin && isJudged && !clients.includes(defaultClient) && { defaultClient: leads }),
		};
	},
	describeChanges(describeChanges, before, after) {
		const [wasOn, isOn] = [before.clients.length > 0, after.clients.length > 0];
		const isKnown = (after.access ?? fullAccess).clients === "edited";
		return wasOn === isOn || !isKnown
			? describeChanges
			: [{ part: "on", words: isOn ? "Turns it on" : "Turns it off" }, ...describeChanges];
	},
});

function displayNameFault(text: string): string | null {
	if (textLength(text) > CONNECTION_DISPLAY_NAME_LENGTH_MAX) return tooLong(text, CONNECTION_DISPLAY_NAME_LENGTH_MAX);
	if (/[<>]/.test(text)) return "A display name can't contain < or >.";
	return CLIENT_NAME_PATTERN.test(text) ? null : "A display name is one line of text, without control characters.";
}

type ConnectionFields = typeof connectionEditor.fields;
export type ConnectionContent = Content<ConnectionFields>;
export type ConnectionValues = Values<ConnectionFields>;

/** The initial values of a new connection: it is shown on the sign-in page of the applications that will be ticked. */
export const newConnection: ConnectionValues = {
	...connectionEditor.valuesOf(connectionEditor.defaults),
	isShown: true,
};
