import { isBiometric } from "@/lib/dashboard/templates/attribute-facts";
import { type AdviceRule, present, remove, sources } from "./advice-rule";

const BODY = ["sex", "height", "weight", "eye_colour", "hair_colour"];
const PRECISE_ADDRESS = ["resident_address", "resident_city", "resident_postal_code"];
const NATIONAL_SCRIPT = [
	["family_name_national_character", "family_name"],
	["given_name_national_character", "given_name"],
] as const;

/** Names, photo, body and address. */
export const personRules: readonly AdviceRule[] = [
	{
		id: "portrait",
		find: (selection) =>
			selection.requested.has("portrait")
				? {
						title: "Is the photo compared with the person?",
						reason:
							"If no person and no face check compares it with who is there, leave it out. In a wallet it can't be held back once anything else is shared.",
						source: sources.aamva,
						fix: remove("Leave out the photo", present(selection, ["portrait", "portrait_capture_date"])),
					}
				: null,
	},
	{
		id: "capture-date-without-portrait",
		find: ({ requested }) =>
			requested.has("portrait_capture_date") && !requested.has("portrait")
				? {
						title: "The age of a photo that is not asked for",
						reason: "“Photo taken on” says how old the photo is; without the photo it has no use.",
						source: sources.minimisation,
						fix: remove("Leave it out", ["portrait_capture_date"]),
					}
				: null,
	},
	{
		id: "full-address",
		find: (selection) => {
			const precise = present(selection, PRECISE_ADDRESS);
			if (precise.length === 0) return null;
			return {
				title: "The address says where the person can be found",
				reason:
					"If only residency matters, the state or the country answers it. Ask for the rest only to send or to check mail.",
				source: sources.leastInformation,
				fix: { label: "Ask for the state alone", add: ["resident_state"], remove: precise },
			};
		},
	},
	{
		id: "nationality",
		find: ({ requested }) =>
			requested.has("nationality")
				? {
						title: "Few driving licences carry a nationality",
						reason:
							"A licence says where somebody may drive, not whose citizen they are. Where it is missing, a wallet may answer nothing.",
						source: sources.allOrNothing,
						fix: remove("Leave out the nationality", ["nationality"]),
					}
				: null,
	},
	{
		id: "national-script-alone",
		find: ({ requested }) => {
			const missing = NATIONAL_SCRIPT.filter(([own, latin]) => requested.has(own) && !requested.has(latin));
			if (missing.length === 0) return null;
			return {
				title: "A name in its own script without the plain one",
				reason:
					"Every licence holds the name in Latin letters, few hold the other. Ask for both, or for the plain one alone.",
				source: sources.iso,
				fix: {
					label: "Ask for the plain name instead",
					add: missing.map(([, latin]) => latin),
					remove: missing.map(([own]) => own),
				},
			};
		},
	},
	{
		id: "body",
		find: (selection) => {
			const body = present(selection, BODY);
			if (body.length === 0) return null;
			return {
				title: "A description of the body",
				reason:
					"Sex, height, weight and colours rarely decide anything that a photo does not, and many licences leave them out.",
				source: sources.minimisation,
				fix: remove("Leave out the description", body),
			};
		},
	},
	{
		id: "biometrics",
		find: ({ requested }) => {
			const templates = [...requested].filter((name) => isBiometric(name) || name === "signature_usual_mark");
			if (templates.length === 0) return null;
			return {
				title: "Biometric data can't be changed once it leaks",
				reason:
					"Templates of face, finger or iris and the signature need a strict legal ground in most places. Licences hardly ever hold them.",
				source: sources.minimisation,
				fix: remove("Leave out biometric data", templates),
			};
		},
	},
	{
		id: "birth-place",
		find: ({ requested }) =>
			requested.has("birth_place")
				? {
						title: "The place of birth helps to steal an identity",
						reason: "It is a common security question and hardly ever needed to serve somebody.",
						source: sources.unnecessaryRequests,
						fix: remove("Leave out the place of birth", ["birth_place"]),
					}
				: null,
	},
];
