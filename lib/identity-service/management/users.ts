import { z } from "zod";
import { DATABASE_CONNECTION } from "../connections/own-connections";
import type { IdentityService } from "../context/identity-service";
import { Refusal } from "../http/refusal";
import { pictureOf } from "../oidc/account";
import { findUser, findUsersByEmail, searchUsers, type UserRow } from "../store/users";
import { operation } from "./operation";
import { pageParameters, pageResponse, totalsOf } from "./paging";
import { fieldParameters, lookupText, pickFields, timeText } from "./parameters";
import { parseUserSearch } from "./user-search";

/** As on the real service, a search reaches its first 1,000 users; totals count no further either. */
const SEARCH_RESULTS_MAX = 1000;

const identity = z.strictObject({
	connection: z.string(),
	provider: z.string(),
	/** Without the provider's name. */
	user_id: z.string(),
	isSocial: z.literal(false),
});

/** `fields` decides which of these there are. */
const user = z
	.strictObject({
		user_id: z.string(),
		email: z.string().nullable(),
		email_verified: z.boolean(),
		name: z.string(),
		given_name: z.string().nullable(),
		family_name: z.string().nullable(),
		nickname: z.string().nullable(),
		picture: z.string(),
		username: z.string(),
		identities: z.array(identity),
		user_metadata: z.record(z.string(), z.string()),
		created_at: timeText,
		updated_at: timeText,
	})
	.partial();

export const userOperations = [
	operation("get_users", {
		query: z.strictObject({
			...pageParameters,
			page: pageParameters.page.meta({ description: `With per_page within the first ${SEARCH_RESULTS_MAX} users` }),
			...fieldParameters,
			q: lookupText
				.meta({ description: "Lucene: terms with email, name or user_id, quoted or with * at the end; AND, OR" })
				.optional(),
			search_engine: z.enum(["v1", "v2", "v3"]).optional(),
		}),
		status: 200,
		response: z.union([z.array(user), totalsOf("users", user)]),
		async run(service, { query }) {
			const { page, per_page, include_totals } = query;
			const start = page * per_page;
			const end = start + per_page;
			if (end > SEARCH_RESULTS_MAX) {
				throw new Refusal(400, "invalid_paging", `You can only page through the first ${SEARCH_RESULTS_MAX} records.`);
			}
			const branches = query.q?.trim() ? parseUserSearch(query.q) : [[]];
			const rows = await searchUsers(service.database, branches, include_totals ? SEARCH_RESULTS_MAX : end);
			const users = rows.slice(start, end).map((row) => pickFields(userResponse(service, row), query));
			return pageResponse("users", query, users, rows.length);
		},
	}),
	operation("get_users-by-email", {
		query: z.strictObject({ ...fieldParameters, email: lookupText.min(1) }),
		status: 200,
		response: z.array(user),
		async run(service, { query }) {
			const rows = await findUsersByEmail(service.database, query.email);
			return rows.map((row) => pickFields(userResponse(service, row), query));
		},
	}),
	operation("get_users_by_id", {
		path: z.strictObject({ user_id: lookupText }),
		query: z.strictObject(fieldParameters),
		status: 200,
		response: user,
		refusals: [404],
		run: async (service, { path, query }) =>
			pickFields(userResponse(service, await requireUser(service, path.user_id)), query),
	}),
];

/** @throws Refusal 404 */
export async function requireUser(service: IdentityService, userId: string): Promise<UserRow> {
	const row = await findUser(service.database, userId);
	if (!row) throw new Refusal(404, "inexistent_user", "The user does not exist.");
	return row;
}

/** Field by field: the row also holds the password's hash and the search keys. */
function userResponse(service: IdentityService, row: UserRow): Record<string, unknown> {
	return {
		user_id: row.user_id,
		email: row.email,
		email_verified: row.email_verified === 1,
		name: row.name,
		given_name: row.given_name,
		family_name: row.family_name,
		nickname: row.nickname,
		picture: pictureOf(service, row),
		...(row.username === null ? {} : { username: row.username }),
		...(row.user_metadata === null ? {} : { user_metadata: JSON.parse(row.user_metadata) }),
		identities: [identityOf(row)],
		created_at: row.created_at,
		updated_at: row.updated_at,
	};
}

/** Where the user comes from: this tenant's own store, or an outside connection. */
function identityOf({ user_id, connection }: UserRow): z.infer<typeof identity> {
	const [provider = ""] = user_id.split("|");
	return {
		...{ connection: connection ?? DATABASE_CONNECTION, provider },
		...{ user_id: user_id.slice(provider.length + 1), isSocial: false },
	};
}
