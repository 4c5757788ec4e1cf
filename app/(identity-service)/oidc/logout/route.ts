export {
	handleAuthentication as GET,
	handleAuthentication as POST,
} from "@/lib/identity-service/authentication/endpoint/handle-authentication";
