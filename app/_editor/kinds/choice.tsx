import { ChoiceField } from "@/components/ui/choice-field";
import { isolated } from "@/lib/contract/name-or-id";
import { atStart, textChange } from "@/lib/dashboard/change-in-words";
import { defineKind, isText, type Kind, type Options, type Stated, typedText } from "./kind";

/** Nothing set is the first of the options, unless another default is stated. */
type ChoiceOptions = Stated<string> & { options: Options };

/** One of a few known values; another value that the tenant has stored can still be chosen. */
export function choice(stated: ChoiceOptions): Kind<string> {
	const { options, default: unset = options[0]?.[0] ?? "", label, sets, partLabel = () => label } = stated;
	const valueInWords = (json: string | null) => {
		const value = json === null ? unset : String(JSON.parse(json));
		return options.find(([known]) => known === value)?.[1] ?? (value === "" ? "nothing" : `“${isolated(value)}”`);
	};
	const offered = (ofPage = options) => ofPage.map(([known, text]) => [known, atStart(text)] as const);
	// Nothing set is a choice like any other.
	const chosen = (json: string | null) => json ?? JSON.stringify(unset);
	return defineKind<string>({
		default: unset,
		isValue: isText,
		typed: (form, name) => typedText(form, name) || unset,
		valueInWords,
		changeInWords: ({ before, after }, ...part) =>
			textChange({ label: partLabel(...part), sets }, { before: chosen(before), after: chosen(after) }, valueInWords),
		fault: (content, stored) =>
			content === stored || options.some(([known]) => known === content) ? null : "Choose one of the options.",
		read: (stored) => (isText(stored) && stored !== "" ? stored : unset),
		shown: ({ value, options }) => offered(options).find(([known]) => known === value)?.[1] ?? value,
		render: ({ stored = unset, options, ...control }) => (
			<ChoiceField {...control} stored={stored} options={offered(options)} />
		),
		...stated,
	});
}
