import { MDL_ATTRIBUTE_NAMES } from "@/lib/contract/template/mdl-attribute-names";
import { attributeLabel } from "@/lib/dashboard/templates/attribute-catalogue";
import { type AdviceRules, remove, sources } from "./advice-rule";

/** From this number on a request is for the whole licence rather than a selection. */
const NEARLY_ALL = 15;
const NUMBERS = ["document_number", "administrative_number"];
const LEAST_IDENTITY = ["family_name", "given_name"];

/** The licence, its issuer, and the request as a whole. */
export const documentRules: AdviceRules = {
	"document-number": ({ of }) =>
		of(NUMBERS).length > 0 && {
			title: "A number that links every visit",
			reason:
				"The licence's number is the same everywhere, so records of different places can be joined. Keep it only where a law or a contract asks for it.",
			source: sources.kantara,
			fix: remove("Leave out the number", of(NUMBERS)),
		},
	"issue-date-beside-expiry-date": ({ has }) =>
		has("issue_date", "expiry_date") && {
			title: "Validity needs one date",
			reason:
				"“Expires on” says whether the licence is valid. “Issued on” is only needed for how long it has been held.",
			source: sources.minimisation,
			fix: remove("Leave out “Issued on”", ["issue_date"]),
		},
	"country-beside-jurisdiction": ({ has }) =>
		has("issuing_jurisdiction", "issuing_country") && {
			title: "The state's code begins with the country",
			reason:
				"US-UT names Utah and the United States. The country is on every licence, the state is not: keep what you need.",
			source: sources.iso,
			fix: remove("Leave out the issuing state or region", ["issuing_jurisdiction"]),
		},
	"nearly-everything"({ of, requested }) {
		const { length } = of(MDL_ATTRIBUTE_NAMES);
		return (
			length >= NEARLY_ALL && {
				title: "This asks for almost the whole licence",
				reason: `${length} of the ${MDL_ATTRIBUTE_NAMES.length} attributes: a copy of a document rather than an answer to a question. Begin with the name and add what you use.`,
				source: sources.unnecessaryRequests,
				fix: {
					label: "Start again from the name alone",
					add: LEAST_IDENTITY,
					remove: requested.filter((name) => !LEAST_IDENTITY.includes(name)),
				},
			}
		);
	},
	"listed-as-false": ({ listedFalse }) =>
		listedFalse.length > 0 && {
			title: "Listed as false may still be asked for",
			reason: `${listedFalse.map(attributeLabel).join(", ")}: the specification reads false as “not requested”, but some services ask for every listed attribute and take false for “will not be kept”.`,
			source: sources.iso,
			fix: remove("Take it off the list", listedFalse),
		},
};
