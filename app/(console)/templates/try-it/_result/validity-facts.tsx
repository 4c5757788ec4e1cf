import { Fact, Facts } from "@/components/ui/facts";
import type { ReportedValidity } from "@/lib/dashboard/presentation/presentation-report";
import { MomentText } from "./moment-text";

/** How long the copy on the phone is good for, as the issuer signed it. */
export function ValidityFacts({ validity }: { validity: ReportedValidity | null }) {
	if (!validity) return null;
	const { signed, validFrom, validUntil, expectedUpdate } = validity;
	return (
		<div className="grid gap-2">
			<h4 className="font-semibold">Validity of the phone's copy</h4>
			<Facts>
				<Fact term="Signed">{readable(signed)}</Fact>
				<Fact term="Valid from">{readable(validFrom)}</Fact>
				<Fact term="Valid until">{readable(validUntil)}</Fact>
				<Fact term="Next copy expected">{expectedUpdate ? <MomentText moment={expectedUpdate} /> : "not said"}</Fact>
			</Facts>
		</div>
	);
}

function readable(moment: string | null) {
	return moment ? <MomentText moment={moment} /> : "can't be read";
}
