import { defineEditor } from "@/app/_editor/editor";
import { choice } from "@/app/_editor/kinds/choice";
import { text } from "@/app/_editor/kinds/text";
import { toggle } from "@/app/_editor/kinds/toggle";
import { isDay } from "@/lib/dashboard/audit/days";
import { daysOfNewToken, TOKEN_DAYS_MAX } from "@/lib/dashboard/console-tokens/token-days";
import { NEW_TOKEN_RIGHTS, type NewTokenRights } from "@/lib/dashboard/console-tokens/token-rights";
import { name } from "../log-stream/log-stream-editors";

/** What a token may be for, in words. */
export const rightsWords: Record<NewTokenRights, string> = {
	read: "read",
	propose: "propose changes of templates",
};

/** What an editor states of a new read token; nothing of it is changed later. */
export const readTokenEditor = defineEditor({
	what: "read token",
	fields: {
		name: name(
			"Name of the token",
			"Who or what reads with it, or proposes. Everyone who can open this console sees it in the activity.",
		),
		rights: choice({
			label: "What it may do",
			help: "One that proposes opens nothing else. From the response it learns what its change would do.",
			wire: "rights",
			options: NEW_TOKEN_RIGHTS.map((rights) => [rights, rightsWords[rights]] as const),
		}),
		until: text({
			label: "Last day",
			help: `In UTC, at most ${TOKEN_DAYS_MAX} days from today.`,
			wire: "until",
			required: "Choose the day on which it ends.",
			rule(day) {
				const { min, max } = daysOfNewToken();
				if (!isDay(day)) return "Enter a day as 2027-01-31.";
				return day < min || day > max ? `Choose a day from ${min} to ${max}.` : null;
			},
			isTrimmed: true,
		}),
		stays: toggle({ label: "Keep it when I am no longer an editor", wire: "stays" }),
	},
});
