/** What a token is called in a sentence. Data for the browser, made field by field. */
export type TokenLabels = {
	id: string;
	/** The application's name, its identifier where the tenant names none. */
	application: string;
	/** The user's e-mail address or name, their identifier where the tenant shows no more. */
	user: string;
};
