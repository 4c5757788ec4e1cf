import { type Content, defineEditor, type Values } from "@/app/_editor/editor";
import { choice } from "@/app/_editor/kinds/choice";
import { members } from "@/app/_editor/kinds/members";
import { text } from "@/app/_editor/kinds/text";
import { toggle } from "@/app/_editor/kinds/toggle";
import { NAME_FORMATS } from "@/lib/contract/client/addon-limits";
import { accessKind, fullAccess, partAt } from "./access";
import { clientsFault, defaultClientFault, displayNameFault, nameFault } from "./connection-rules";
import { mapping } from "./mapping";
import { nameOf, optionText } from "./option-kinds";
import { providerFields } from "./provider-fields";
import { providerInitiatedFields } from "./provider-initiated";

/** The fields that determine the application of a sign-in that begins at the provider. */
const PROVIDER_INITIATED_FIELDS = ["isProviderInitiated", "defaultClient", "defaultProtocol", "defaultQuery"] as const;

const KEEPS_DISPLAY_NAME = "It has one: people read it on the button. Write another in its place.";

const fields = {
	name: text({
		label: "Name",
		help: "Letters, digits and hyphens. It is part of addresses and user IDs, so it can't be changed later.",
		wire: "name",
		required: "A name is needed.",
		rule: nameFault,
		isTrimmed: true,
	}),
	displayName: text({
		label: "Display name",
		help: "On the button: “Continue with …”. Empty: the name.",
		wire: "display_name",
		rule: displayNameFault,
		isTrimmed: true,
	}),
	...providerFields,
	// Without any the connection is off.
	clients: members({
		label: "Applications",
		help: "People who sign in to these can choose this provider. With none ticked it is off.",
		wire: "clients",
		memberInWords: nameOf,
		memberLabel: (id, names) => `Application ${nameOf(id, names)}`,
		added: (application) => `Lets ${application} use it`,
		removed: (application) => `Takes it from ${application}`,
		states: ["may use it", "may not use it"],
		fault: clientsFault,
	}),
	isShown: toggle({
		label: "Show a button on the sign-in page",
		help: "Off: people come to it only where an application asks for it by its name.",
		wire: "show_as_button",
	}),
	nameIdentifierFormat: choice({
		label: "Name identifier format",
		help: "What requests ask for. A transient one needs a user ID attribute.",
		wire: "options.nameIdentifierFormat",
		options: [
			[NAME_FORMATS.persistent, "Persistent"],
			[NAME_FORMATS.emailAddress, "E-mail address"],
			[NAME_FORMATS.unspecified, "Unspecified: the provider chooses"],
			[NAME_FORMATS.transient, "Transient: a new one at each sign-in"],
		],
	}),
	userIdAttribute: optionText({
		label: "User ID attribute",
		help: "Identifies a person. Empty: the name identifier. Changing it later creates a new account for everybody.",
		wire: "options.user_id_attribute",
	}),
	mapping,
	...providerInitiatedFields,
	entityId: optionText({
		label: "Entity ID of this tenant",
		help: "What this tenant calls itself towards the provider.",
		wire: "options.entityId",
	}),
	access: accessKind,
};

/** The fields of a connection that can be edited. */
export const connectionEditor = defineEditor({
	what: "identity provider",
	fields,
	// What can't be changed is neither compared nor sent.
	applies: (field, { access = fullAccess }) => access[partAt(fields[field].wire)] === "edited",
	rule({ content, baseline, isChanged }) {
		const { displayName, clients, isProviderInitiated, access = fullAccess } = content;
		// No sign-in begins at a connection that is off, so turning it off is never refused by this.
		const isKnown = access.options === "edited" && access.clients === "edited";
		const canBegin = isProviderInitiated && clients.length > 0 && isKnown;
		// A tenant may store one without an application, or with one that is not ticked: that blocks no other edit.
		const isTakenAway = baseline?.clients.includes(content.defaultClient) && isChanged("clients");
		const isJudged = PROVIDER_INITIATED_FIELDS.some(isChanged) || isTakenAway;
		const fault = canBegin && isJudged ? defaultClientFault(content) : null;
		return {
			...(baseline && isChanged("name") && { name: "The name stays: it can't be changed." }),
			...(baseline?.displayName &&
				displayName === "" &&
				isChanged("displayName") && { displayName: KEEPS_DISPLAY_NAME }),
			...(fault && { defaultClient: fault }),
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

type ConnectionFields = typeof connectionEditor.fields;
export type ConnectionContent = Content<ConnectionFields>;
export type ConnectionValues = Values<ConnectionFields>;

/** The initial values of a new connection: it is shown on the sign-in page of the applications that will be ticked. */
export const newConnection: ConnectionValues = {
	...connectionEditor.valuesOf(connectionEditor.defaults),
	isShown: true,
};
