import { z } from "zod";

/** A list in which nothing stands twice, in the wording and with the keyword of JSON Schema's validators. */
export function uniqueItems<Item extends z.ZodType>(item: Item, most: number) {
	return z
		.array(item)
		.max(most)
		.superRefine((list, context) => {
			const second = list.findIndex((one, index) => list.indexOf(one) < index);
			if (second < 0) return;
			const first = list.indexOf(list[second] as (typeof list)[number]);
			context.addIssue({ code: "custom", message: `Array items are not unique (indexes ${first} and ${second})` });
		})
		.meta({ uniqueItems: true });
}
