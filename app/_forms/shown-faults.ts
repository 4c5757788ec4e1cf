/** What stops a save, by the name of the value that it is about. */
type Faults<Values> = { [Name in keyof Values]?: string };

type Refusal<Values> = {
	/** Whether the last attempt to save was refused: faults are shown from then on. */
	wasRefused: boolean;
	/** What the server refused, and the values that it is about. */
	faults: Faults<Values> | undefined;
	answered: Values;
};

/**
 * What stops a save, as far as it has been said: by the browser's rules, and by the server of what was not edited since.
 * @param judge the browser's rules
 */
export function shownFaults<Values extends object>(
	values: Values,
	{ wasRefused, faults, answered }: Refusal<Values>,
	judge: () => Faults<Values> | null,
): Faults<Values> {
	const refused = Object.entries(faults ?? {}).filter(([field]) => {
		const name = field as keyof Values;
		return JSON.stringify(values[name]) === JSON.stringify(answered[name]);
	});
	return { ...(Object.fromEntries(refused) as Faults<Values>), ...(wasRefused ? judge() : null) };
}
