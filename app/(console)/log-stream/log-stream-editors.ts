import { type Content, defineEditor, type Values } from "@/app/_editor/editor";
import { members } from "@/app/_editor/kinds/lists";
import { text, tooLong } from "@/app/_editor/kinds/text";
import { textLength } from "@/lib/contract/limits";
import { act } from "@/lib/dashboard/change-in-words";
import { type EventKind, eventKinds, kindLabel } from "@/lib/dashboard/log-stream/event-types";

const NAME_LENGTH_MAX = 100;
const ADDRESS_LENGTH_MAX = 1000;

/** What an editor sets of a webhook. Its secrets stay as they are. */
export const webhookEditor = defineEditor({
	what: "webhook",
	fields: {
		name: name("Name", "Everyone who can open this console sees it in the activity."),
		url: text({
			label: "URL",
			help: "https only. Only editors see it.",
			wire: "url",
			required: "Enter a URL.",
			// Whether it is public is checked on the server, and whenever something is sent.
			rule(found) {
				if (textLength(found) > ADDRESS_LENGTH_MAX) return tooLong(found, ADDRESS_LENGTH_MAX);
				const url = URL.canParse(found) ? new URL(found) : null;
				if (url?.protocol !== "https:") return "Enter a URL that begins with https://.";
				if (url.username || url.password) return "Leave user name and password out: the signature shows who sends.";
				return url.hash ? "The part after # would not be sent: leave it out." : null;
			},
			contentOf: (value, _, before) =>
				value === before ? before : URL.canParse(value) ? new URL(value).href : value.trim(),
			isSensitive: true,
		}),
		kinds: members({
			label: "Events",
			wire: "kinds",
			partInSentence: (kind) => `the events “${kindLabel(kind)}”`,
			partLabel: kindLabel,
			states: ["sent", "not sent"],
			fault(kinds) {
				if (kinds.length === 0) return "Choose at least one kind of event. To send nothing, pause the webhook.";
				const foreign = kinds.filter((kind) => !eventKinds.includes(kind as EventKind));
				return foreign.length > 0 ? `Unknown here: ${foreign.join(", ")}.` : null;
			},
		}),
	},
	// Earlier versions named the kinds alone, by their labels.
	trail: {
		read: (changes) =>
			changes.map((change) => {
				const kind = eventKinds.find((known) => kindLabel(known) === change.path);
				return kind ? { ...change, path: `kinds ${kind}` } : change;
			}),
	},
});

export type WebhookContent = Content<typeof webhookEditor.fields>;

export const newWebhook: Values<typeof webhookEditor.fields> = { name: "", url: "", kinds: eventKinds };

/** The name that an editor gives to something of the console. */
export function name(label: string, help: string) {
	return text({
		label,
		help,
		wire: "name",
		required: "Enter a name.",
		rule: (found) =>
			// biome-ignore lint/suspicious/noControlCharactersInRegex: they would break the line in lists and in the feed.
			/[\u0000-\u001f\u007f\u2028\u2029]/.test(found) ? "Enter one line of plain text." : null,
		max: NAME_LENGTH_MAX,
		sets: act("rename", "it to"),
		isTrimmed: true,
	});
}
