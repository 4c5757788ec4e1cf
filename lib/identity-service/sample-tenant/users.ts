/** The people of the sample tenant. Only the three sign-ins of the credentials command have a password. */
export type SampleUser = {
	handle: string;
	email: string;
	emailVerified: boolean;
	name: string;
	givenName: string | null;
	familyName: string | null;
	nickname: string | null;
	/** Days before the installation. */
	createdDaysAgo: number;
};

/** Who can sign in: two admins, and an end user, who must not enter the dashboard. */
export const SIGN_IN_HANDLES = ["editor", "viewer", "user"] as const;
export type SignInHandle = (typeof SIGN_IN_HANDLES)[number];

export const sampleUsers: readonly SampleUser[] = [
	person("editor", "editor@example.com", "Edda Torvik", "Edda", "Torvik", 420),
	person("viewer", "viewer@example.com", "Vera Lindqvist", "Vera", "Lindqvist", 400),
	person("user", "mina.park@example.org", "Mina Park", "Mina", "Park", 310),
	person("amara", "amara.okafor@example.com", "Amara Okafor", "Amara", "Okafor", 250),
	person("jose", "jose.nunez@example.org", "José Núñez Ibáñez", "José", "Núñez Ibáñez", 231),
	person("yuki", "yuki.tanaka@example.com", "田中 由紀", "由紀", "田中", 190),
	person("layla", "layla.haddad@example.org", "ليلى حداد", "ليلى", "حداد", 165),
	person("olena", "olena.shevchuk@example.com", "Олена Шевчук", "Олена", "Шевчук", 120),
	{ ...person("sam", "sam+license@example.com", "Sam O’Neill-Fitzgerald 🚗", null, null, 61), emailVerified: false },
	{
		...person(
			"maximiliana",
			"maximiliana.hohenberg@example.org",
			"Maximiliana Theodora Philippa Wilhelmina von und zu Hohenberg-Lichtenstein-Wolfenbüttel",
			"Maximiliana Theodora Philippa Wilhelmina",
			"von und zu Hohenberg-Lichtenstein-Wolfenbüttel",
			33,
		),
		nickname: "max",
	},
	person("priya", "priya.raman@example.com", "Priya Raman", "Priya", "Raman", 12),
	{ ...person("newcomer", "n@example.org", "n@example.org", null, null, 1), emailVerified: false },
];

function person(
	handle: string,
	email: string,
	name: string,
	givenName: string | null,
	familyName: string | null,
	createdDaysAgo: number,
): SampleUser {
	const nickname = email.split("@")[0] ?? null;
	return { handle, email, emailVerified: true, name, givenName, familyName, nickname, createdDaysAgo };
}
