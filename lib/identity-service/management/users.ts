import { z } from "zod";
import { updateUserRequest } from "@/lib/contract/user";
import type { IdentityService } from "../context/identity-service";
import { booleanOfForm } from "../http/read-body";
import { Refusal } from "../http/refusal";
import { pictureOf } from "../oidc/account";
import { searchUsers, USER_SEARCH_FIELDS, type UserSearch } from "../store/user-search";
import { DATABASE_CONNECTION, findUser, findUsers, findUsersByEmail, setBlocked, type UserRow } from "../store/users";
import { parseSearch } from "./lucene";
import { operation } from "./operation";
import { pageParameters, pageResponse, totalsOf } from "./paging";
import { fieldParameters, lookupText, pickFields, resource, timeText } from "./resource";

/** As on the real service, a search reaches its first 1,000 users; totals count no further either. */
const SEARCH_RESULTS_MAX = 1000;
const EVERY_USER: UserSearch = { kind: "and", parts: [] };

/** @throws Refusal 400 */
export function parseUserSearch(query: string): UserSearch {
	return parseSearch(query, { fields: USER_SEARCH_FIELDS, fieldsOfBareTerms: USER_SEARCH_FIELDS, hasRanges: false });
}

const identity = z.strictObject({
	connection: z.string(),
	provider: z.string(),
	/** Without the provider's name. */
	user_id: z.string(),
	isSocial: z.literal(false),
});

const { schema, read } = resource<UserRow>({
	user_id: [z.string(), (row) => row.user_id],
	email: [z.string(), (row) => row.email ?? undefined],
	email_verified: [z.boolean(), (row) => row.email_verified === 1],
	name: [z.string(), (row) => row.name],
	given_name: [z.string(), (row) => row.given_name ?? undefined],
	family_name: [z.string(), (row) => row.family_name ?? undefined],
	nickname: [z.string(), (row) => row.nickname ?? undefined],
	picture: [z.string(), (row, service) => pictureOf(service, row)],
	username: [z.string(), (row) => row.username ?? undefined],
	user_metadata: [
		z.record(z.string(), z.string()),
		(row) => (row.user_metadata === null ? undefined : JSON.parse(row.user_metadata)),
	],
	identities: [z.array(identity), (row) => [identityOf(row)]],
	blocked: [z.boolean(), (row) => row.blocked === 1],
	last_login: [timeText, (row) => row.last_login ?? undefined],
	last_ip: [z.string(), (row) => row.last_ip ?? undefined],
	logins_count: [z.int().min(0), (row) => row.logins_count ?? 0],
	created_at: [timeText, (row) => row.created_at],
	updated_at: [timeText, (row) => row.updated_at],
});
/** `fields` selects the properties. */
const user = schema.partial();

export const userOperations = [
	operation("get_users", {
		query: z.strictObject({
			...pageParameters,
			page: pageParameters.page.meta({
				description: `With per_page: within the first ${SEARCH_RESULTS_MAX} users`,
			}),
			...fieldParameters,
			q: lookupText
				.meta({
					description: `Lucene syntax: terms on ${USER_SEARCH_FIELDS.map((field) => `\`${field}\``).join(", ")}, quoted, or with * at the end or, from three characters on, at the beginning; AND, OR, NOT, parentheses`,
				})
				.optional(),
			search_engine: z.enum(["v1", "v2", "v3"]).optional(),
		}),
		response: z.union([z.array(user), totalsOf("users", user)]),
		async run(service, { query }) {
			const { page, per_page, include_totals } = query;
			const start = page * per_page;
			const end = start + per_page;
			if (end > SEARCH_RESULTS_MAX) {
				throw new Refusal(400, "invalid_paging", `You can only page through the first ${SEARCH_RESULTS_MAX} records.`);
			}
			const search = query.q?.trim() ? parseUserSearch(query.q) : EVERY_USER;
			const ids = await searchUsers(service.database, search, include_totals ? SEARCH_RESULTS_MAX : end);
			const rows = await findUsers(service.database, ids.slice(start, end));
			const users = rows.map((row) => pickFields(read(service, row), query));
			return pageResponse("users", query, users, ids.length);
		},
	}),
	operation("get_users-by-email", {
		query: z.strictObject({ ...fieldParameters, email: lookupText.min(1) }),
		response: z.array(user),
		async run(service, { query }) {
			const rows = await findUsersByEmail(service.database, query.email);
			return rows.map((row) => pickFields(read(service, row), query));
		},
	}),
	operation("get_users_by_id", {
		path: z.strictObject({ user_id: lookupText }),
		query: z.strictObject(fieldParameters),
		response: user,
		refusals: [404],
		run: async (service, { path, query }) => pickFields(read(service, await requireUser(service, path.user_id)), query),
	}),
	operation("patch_users_by_id", {
		action: "Update a user",
		path: z.strictObject({ user_id: lookupText }),
		body: { schema: updateUserRequest, form: { blocked: { depth: 0, bare: booleanOfForm } } },
		response: user,
		refusals: [404, 409],
		description:
			"A blocked user can't sign in, and nothing issued to the user before is accepted. The only editor can't be blocked.",
		logged: ({ blocked }) =>
			blocked === undefined ? {} : { action: blocked ? "Block a user" : "Unblock a user", changes: { blocked } },
		async run(service, { path, body: { blocked } }) {
			await requireUser(service, path.user_id);
			if (blocked !== undefined) await setBlockedOr409(service, path.user_id, blocked);
			return read(service, await requireUser(service, path.user_id));
		},
	}),
];

async function setBlockedOr409(service: IdentityService, userId: string, isBlocked: boolean): Promise<void> {
	if (await setBlocked(service.database, userId, isBlocked, service.now().toISOString())) return;
	throw new Refusal(409, "last_editor", "The user is the only editor of this tenant who is not blocked.");
}

/** @throws Refusal 404 */
export async function requireUser(service: IdentityService, userId: string): Promise<UserRow> {
	const row = await findUser(service.database, userId);
	if (!row) throw new Refusal(404, "inexistent_user", "The user does not exist.");
	return row;
}

/** The user's connection: the tenant's own database, or another identity provider. */
function identityOf({ user_id, connection }: UserRow): z.infer<typeof identity> {
	const [provider = ""] = user_id.split("|");
	return {
		connection: connection ?? DATABASE_CONNECTION,
		provider,
		user_id: user_id.slice(provider.length + 1),
		isSocial: false,
	};
}
