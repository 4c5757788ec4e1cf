import fc from "fast-check";
import { AAMVA_NAMESPACE, MDL_NAMESPACE } from "../mdl";
import { sampleHolder } from "../sample/sample-holder";
import type { RequestedElement } from "../verification/verification";

const HELD = [...sampleHolder({ now: new Date() })].flatMap(([namespace, named]) =>
	[...named.keys()].map((name) => ({ namespace, name })),
);
const LACKED = [
	...["biometric_template_iris", "biometric_template_face", "age_over_13", "age_over_30", "age_over_99"].map((name) => {
		return { namespace: MDL_NAMESPACE, name };
	}),
	{ namespace: AAMVA_NAMESPACE, name: "veteran" },
	{ namespace: "com.example.elements", name: "family_name" },
];

/** One requested element: mostly one that the whole sample licence has. */
const requestedElement: fc.Arbitrary<RequestedElement> = fc
	.tuple(
		fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...HELD) }, { weight: 1, arbitrary: fc.constantFrom(...LACKED) }),
		fc.constantFrom(true, false, null),
	)
	.map(([element, isRetained]) => ({ ...element, isRetained }));

/** The elements of a request, at least one and none twice. */
export const requestedElements: fc.Arbitrary<RequestedElement[]> = fc.uniqueArray(requestedElement, {
	minLength: 1,
	maxLength: 12,
	selector: ({ namespace, name }) => `${namespace} ${name}`,
});
