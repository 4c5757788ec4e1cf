export {
	answerNotCovered as GET,
	answerNotCovered as POST,
} from "@/lib/identity-service/authentication/endpoint/not-covered";
