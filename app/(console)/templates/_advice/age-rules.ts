import { attributeLabel } from "@/lib/dashboard/templates/attribute-catalogue";
import { isAgeOver } from "@/lib/dashboard/templates/attribute-facts";
import { type AdviceRule, present, remove, type Selection, sources } from "./advice-rule";

/** More than two limits narrow an age down to a few years. */
export const AGE_LIMITS_ADVISED_MAX = 2;

const ageLimits = ({ requested }: Selection) => [...requested].filter(isAgeOver).sort();

/** From the least disclosing to the most: an age limit, the age, the year of birth, the date of birth. */
export const ageRules: readonly AdviceRule[] = [
	{
		id: "birth-date-for-an-age",
		find: (selection) =>
			selection.requested.has("birth_date") && ageLimits(selection).length === 0
				? {
						title: "The date of birth tells more than an age limit",
						reason:
							"If you only need to know that somebody is old enough, “Over 18” answers it without a date that identifies people.",
						source: sources.leastInformation,
						fix: {
							label: "Ask for Over 18 instead",
							add: ["age_over_18"],
							remove: present(selection, ["birth_date", "age_in_years", "age_birth_year"]),
						},
					}
				: null,
	},
	{
		id: "birth-date-beside-an-age-limit",
		find: (selection) =>
			selection.requested.has("birth_date") && ageLimits(selection).length > 0
				? {
						title: "The date of birth undoes the age limit",
						reason: `“${attributeLabel(ageLimits(selection)[0] ?? "")}” is asked for to avoid the date; with the date it adds nothing.`,
						source: sources.leastInformation,
						fix: remove("Leave out the date of birth", ["birth_date"]),
					}
				: null,
	},
	{
		id: "age-in-years-beside-birth-date",
		find: ({ requested }) =>
			requested.has("birth_date") && requested.has("age_in_years")
				? {
						title: "The age follows from the date of birth",
						reason:
							"You can work it out from the date; not every licence holds it, so asking for both turns people away.",
						source: sources.allOrNothing,
						fix: remove("Leave out the age in years", ["age_in_years"]),
					}
				: null,
	},
	{
		id: "birth-year-beside-birth-date",
		find: ({ requested }) =>
			requested.has("birth_date") && requested.has("age_birth_year")
				? {
						title: "The year follows from the date of birth",
						reason: "The date already contains it, and not every licence holds it separately.",
						source: sources.allOrNothing,
						fix: remove("Leave out the year of birth", ["age_birth_year"]),
					}
				: null,
	},
	{
		id: "birth-year-for-an-age",
		find: ({ requested }) =>
			requested.has("age_birth_year") && !requested.has("birth_date")
				? {
						title: "A year of birth does not settle an age limit",
						reason:
							"In the year in which the limit is reached it leaves open whether the birthday has been. An age limit gives a plain answer and tells less.",
						source: sources.leastInformation,
						fix: { label: "Ask for Over 18 instead", add: ["age_over_18"], remove: ["age_birth_year"] },
					}
				: null,
	},
	{
		id: "age-in-years-beside-an-age-limit",
		find: (selection) =>
			selection.requested.has("age_in_years") && ageLimits(selection).length > 0
				? {
						title: "The age makes the age limit needless",
						reason:
							"Either the limit is enough, and the age tells too much, or the age is needed, and answers the limit too.",
						source: sources.leastInformation,
						fix: remove("Leave out the age in years", ["age_in_years"]),
					}
				: null,
	},
	{
		id: "many-age-limits",
		find: (selection) => {
			const limits = ageLimits(selection);
			if (limits.length <= AGE_LIMITS_ADVISED_MAX) return null;
			const kept = [limits[0] ?? "", limits.at(-1) ?? ""];
			return {
				title: `${limits.length} age limits add up to an age`,
				reason: "Each further limit narrows the age down. One limit answers one question; two bracket an age band.",
				source: sources.unnecessaryRequests,
				fix: remove(
					`Keep only ${kept.map(attributeLabel).join(" and ")}`,
					limits.filter((limit) => !kept.includes(limit)),
				),
			};
		},
	},
];
