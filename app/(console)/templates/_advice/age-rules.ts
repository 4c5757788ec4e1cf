import { attributeLabel } from "@/lib/dashboard/templates/attribute-catalogue";
import { type AdviceRules, remove, sources } from "./advice-rule";

/** More than two limits narrow an age down to a few years. */
export const AGE_LIMITS_ADVISED_MAX = 2;

/** From the least disclosing to the most: an age limit, the age, the year of birth, the date of birth. */
export const ageRules: AdviceRules = {
	"birth-date-for-an-age": ({ has, of, ageLimits }) =>
		has("birth_date") &&
		ageLimits.length === 0 && {
			title: "The date of birth tells more than an age limit",
			reason:
				"If you only need to know that somebody is old enough, “Over 18” answers it without a date that identifies people.",
			source: sources.leastInformation,
			fix: {
				label: "Ask for Over 18 instead",
				add: ["age_over_18"],
				remove: of(["birth_date", "age_in_years", "age_birth_year"]),
			},
		},
	"birth-date-beside-an-age-limit": ({ has, ageLimits: [limit] }) =>
		has("birth_date") &&
		limit !== undefined && {
			title: "The date of birth undoes the age limit",
			reason: `“${attributeLabel(limit)}” is asked for to avoid the date; with the date it adds nothing.`,
			source: sources.leastInformation,
			fix: remove("Leave out the date of birth", ["birth_date"]),
		},
	"age-in-years-beside-birth-date": ({ has }) =>
		has("birth_date", "age_in_years") && {
			title: "The age follows from the date of birth",
			reason: "You can work it out from the date; not every licence holds it, so asking for both turns people away.",
			source: sources.allOrNothing,
			fix: remove("Leave out the age in years", ["age_in_years"]),
		},
	"birth-year-beside-birth-date": ({ has }) =>
		has("birth_date", "age_birth_year") && {
			title: "The year follows from the date of birth",
			reason: "The date already contains it, and not every licence holds it separately.",
			source: sources.allOrNothing,
			fix: remove("Leave out the year of birth", ["age_birth_year"]),
		},
	"birth-year-for-an-age": ({ has }) =>
		has("age_birth_year") &&
		!has("birth_date") && {
			title: "A year of birth does not settle an age limit",
			reason:
				"In the year in which the limit is reached it leaves open whether the birthday has been. An age limit gives a plain answer and tells less.",
			source: sources.leastInformation,
			fix: { label: "Ask for Over 18 instead", add: ["age_over_18"], remove: ["age_birth_year"] },
		},
	"age-in-years-beside-an-age-limit": ({ has, ageLimits }) =>
		has("age_in_years") &&
		ageLimits.length > 0 && {
			title: "The age makes the age limit needless",
			reason:
				"Either the limit is enough, and the age tells too much, or the age is needed, and answers the limit too.",
			source: sources.leastInformation,
			fix: remove("Leave out the age in years", ["age_in_years"]),
		},
	"many-age-limits"({ ageLimits }) {
		const kept = [ageLimits[0] ?? "", ageLimits.at(-1) ?? ""];
		return (
			ageLimits.length > AGE_LIMITS_ADVISED_MAX && {
				title: `${ageLimits.length} age limits add up to an age`,
				reason: "Each further limit narrows the age down. One limit answers one question; two bracket an age band.",
				source: sources.unnecessaryRequests,
				fix: remove(`Keep only ${kept.map(attributeLabel).join(" and ")}`, ageLimits.slice(1, -1)),
			}
		);
	},
};
