import { isBiometric } from "@/lib/dashboard/templates/attribute-facts";
import { type AdviceRules, remove, sources } from "./advice-rule";

const BODY = ["sex", "height", "weight", "eye_colour", "hair_colour"];
const PRECISE_ADDRESS = ["resident_address", "resident_city", "resident_postal_code"];
const NATIONAL_SCRIPT = [
	["family_name_national_character", "family_name"],
	["given_name_national_character", "given_name"],
] as const;

/** Names, photo, body and address. */
export const personRules: AdviceRules = {
	portrait: ({ has, of }) =>
		has("portrait") && {
			title: "Is the photo compared with the person?",
			reason:
				"If no person and no face check compares it with who is there, leave it out. In a wallet it can't be held back once anything else is shared.",
			source: sources.aamva,
			fix: remove("Leave out the photo", of(["portrait", "portrait_capture_date"])),
		},
	"capture-date-without-portrait": ({ has }) =>
		has("portrait_capture_date") &&
		!has("portrait") && {
			title: "The age of a photo that is not asked for",
			reason: "“Photo taken on” says how old the photo is; without the photo it has no use.",
			source: sources.minimisation,
			fix: remove("Leave it out", ["portrait_capture_date"]),
		},
	"full-address": ({ of }) =>
		of(PRECISE_ADDRESS).length > 0 && {
			title: "The address says where the person can be found",
			reason:
				"If only residency matters, the state or the country answers it. Ask for the rest only to send or to check mail.",
			source: sources.leastInformation,
			fix: { label: "Ask for the state alone", add: ["resident_state"], remove: of(PRECISE_ADDRESS) },
		},
	nationality: ({ has }) =>
		has("nationality") && {
			title: "Few driving licences carry a nationality",
			reason:
				"A licence says where somebody may drive, not whose citizen they are. Where it is missing, a wallet may answer nothing.",
			source: sources.allOrNothing,
			fix: remove("Leave out the nationality", ["nationality"]),
		},
	"national-script-alone"({ has }) {
		const missing = NATIONAL_SCRIPT.filter(([own, latin]) => has(own) && !has(latin));
		return (
			missing.length > 0 && {
				title: "A name in its own script without the plain one",
				reason:
					"Every licence holds the name in Latin letters, few hold the other. Ask for both, or for the plain one alone.",
				source: sources.iso,
				fix: {
					label: "Ask for the plain name instead",
					add: missing.map(([, latin]) => latin),
					remove: missing.map(([own]) => own),
				},
			}
		);
	},
	body: ({ of }) =>
		of(BODY).length > 0 && {
			title: "A description of the body",
			reason:
				"Sex, height, weight and colours rarely decide anything that a photo does not, and many licences leave them out.",
			source: sources.minimisation,
			fix: remove("Leave out the description", of(BODY)),
		},
	biometrics({ requested }) {
		const templates = requested.filter((name) => isBiometric(name) || name === "signature_usual_mark");
		return (
			templates.length > 0 && {
				title: "Biometric data can't be changed once it leaks",
				reason:
					"Templates of face, finger or iris and the signature need a strict legal ground in most places. Licences hardly ever hold them.",
				source: sources.minimisation,
				fix: remove("Leave out biometric data", templates),
			}
		);
	},
	"birth-place": ({ has }) =>
		has("birth_place") && {
			title: "The place of birth helps to steal an identity",
			reason: "It is a common security question and hardly ever needed to serve somebody.",
			source: sources.unnecessaryRequests,
			fix: remove("Leave out the place of birth", ["birth_place"]),
		},
};
