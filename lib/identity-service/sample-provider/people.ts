/** Somebody who doesn't exist. */
export type SamplePerson = {
	/** What the provider knows them by, and tells nobody a second meaning of. */
	id: string;
	name: string;
	givenName: string;
	familyName: string;
	/** Null: the provider has none. */
	email: string | null;
};

/**
 * All whom the sample provider knows. One has the address of an account of the sample tenant, and is somebody else all
 * the same; one has none.
 */
export const samplePeople: readonly SamplePerson[] = [
	person("p-4f1d7c20", "Ines", "Calder", "ines.calder@sample-provider.example"),
	person("p-a83e5b96", "Tobias", "Renn", "tobias.renn@sample-provider.example"),
	person("p-c0926d11", "Mina", "Park", "mina.park@example.org"),
	person("p-7be4f358", "Noa", "Linde", null),
];

export function findPerson(id: string): SamplePerson | null {
	return samplePeople.find((known) => known.id === id) ?? null;
}

function person(id: string, givenName: string, familyName: string, email: string | null): SamplePerson {
	return { id, name: `${givenName} ${familyName}`, givenName, familyName, email };
}
