type KeyOf<Union> = Union extends unknown ? keyof Union : never;
type At<Union, Key> = Union extends unknown ? (Key extends keyof Union ? Union[Key] : never) : never;

/** What any kind of a result has, in one type: for tests that expect one kind, and read what it has. */
export type PartsOf<Result> = { [Key in KeyOf<Result>]?: At<Result, Key> };

export async function partsOf<Result>(result: Result): Promise<PartsOf<Awaited<Result>>> {
	return (await result) as PartsOf<Awaited<Result>>;
}
