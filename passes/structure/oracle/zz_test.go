package oracle
import ("testing";"fmt")
func TestZZ(t *testing.T){
 for _,m:=range Modes(){ t.Run(m,func(t *testing.T){ t.Parallel(); fmt.Println(Run(m,100000,11)) }) }
}
