/** SQLSTATE class 08, which the driver does not give to what it finds out by itself. */
const CODES = { refused: "08001", lost: "08006" };
const OF_CONNECTION = /connect|terminat|timeout/i;

/**
 * Gives an error about the connection its code, so that it can be told from a mistake of ours.
 * @param moment "refused" before a connection was there: nothing was asked of the database
 */
export async function withConnectionCode<Result>(moment: keyof typeof CODES, work: Promise<Result>): Promise<Result> {
	try {
		return await work;
	} catch (error) {
		if (!(error instanceof Error) || "code" in error || !OF_CONNECTION.test(error.message)) throw error;
		throw Object.assign(error, { code: CODES[moment] });
	}
}
