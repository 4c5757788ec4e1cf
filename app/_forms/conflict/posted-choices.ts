import { CHOICES, type Choice } from "./choice";

const CHOICES_MAX = 1000;

/** What was chosen for each contested field of a conflict, by position: the n-th choice is posted as `choice-n`. */
export function postedChoices(form: FormData): (Choice | null)[] {
	const count = Math.min(Number(form.get("contested") ?? 0), CHOICES_MAX);
	return Array.from({ length: count }, (_, index) => {
		const posted = form.get(`choice-${index}`);
		return CHOICES.find((choice) => choice === posted) ?? null;
	});
}
